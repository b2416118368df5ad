"""Where the style sheets are: beside the package in a checkout, inside it in a wheel."""

import os

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def styles_dir() -> str:
    """The folder of the `.tcss` files."""
    packed = os.path.join(_PACKAGE, "styles")
    return packed if os.path.isdir(packed) else os.path.join(os.path.dirname(_PACKAGE), "styles")


def style(name: str) -> str:
    """The path of one style sheet."""
    return os.path.join(styles_dir(), f"{name}.tcss")
