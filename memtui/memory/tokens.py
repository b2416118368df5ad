"""What a text costs a conversation, estimated: four bytes a token, two of JSON."""

BYTES_A_TOKEN = 4
JSON_BYTES_A_TOKEN = 2


def estimate_tokens(text: str, per_token: int = BYTES_A_TOKEN) -> int:
    """Tokens, rounded up."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // per_token)
