"""Lower case that keeps every character at its offset, so that finds can be cut from the original."""


def lowered(text: str) -> str:
    """`text` in lower case, as long as before: the few letters that grow when lowered stay as they are."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(lower if len(lower := char.lower()) == 1 else char for char in text)
