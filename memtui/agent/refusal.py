"""Why a tool call did not do what was asked, in words that the model can act on."""


class RefusedError(Exception):
    """The call is not allowed; nothing was done. The message says what to do instead."""


class FailedError(Exception):
    """The call is allowed and did not work: no such file, no match for an edit, a pattern with a mistake."""
