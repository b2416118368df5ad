"""Widgets, each for one piece of data."""
