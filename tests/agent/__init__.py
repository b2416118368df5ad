"""Tests of the forked agent."""
