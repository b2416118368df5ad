"""Made-up secrets for the tests, put together at run time so that no scanner trips over this repository."""

import base64
import json
import random
import string

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URL_SAFE = ALNUM + "-_"


def noise(alphabet: str, length: int, seed: int = 7) -> str:
    """`length` characters that are the same on every run; ends in letters or digits as real keys do."""
    chance = random.Random(seed * 1000 + length)
    inner = "".join(chance.choice(alphabet) for _ in range(length - 2))
    edge = [char for char in alphabet if char.isalnum()]
    return chance.choice(edge) + inner + chance.choice(edge)


def part(value: object) -> str:
    """One part of a JSON web token."""
    return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode().rstrip("=")


def jwt() -> str:
    claims = {"sub": "user-8841", "iat": 1741000000}
    return ".".join((part({"alg": "HS256", "typ": "JWT"}), part(claims), noise(URL_SAFE, 43)))


def key_block(label: str, lines: int = 6, eol: str = "\n") -> str:
    body = eol.join(noise(ALNUM + "+/", 64, seed) for seed in range(lines))
    return f"{'-' * 5}BEGIN {label}{'-' * 5}{eol}{body}{eol}{'-' * 5}END {label}{'-' * 5}"


def openssh_block() -> str:
    """A block as ssh-keygen writes it, whose first lines are full of zero bytes."""
    fields = (b"none", b"none", b"", b"\0\0\0\1", b"\0\0\0\x0bssh-ed25519")
    raw = b"openssh-key-v1\0" + b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    body = base64.b64encode(raw + random.Random(5).randbytes(200)).decode()
    lines = "\n".join(body[start : start + 70] for start in range(0, len(body), 70))
    label = "OPENSSH PRIVATE KEY"
    return f"{'-' * 5}BEGIN {label}{'-' * 5}\n{lines}\n{'-' * 5}END {label}{'-' * 5}"


def basic(user_and_password: str) -> str:
    return base64.b64encode(user_and_password.encode()).decode()


AWS_ID = "AK" + "IA" + noise("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)
AWS_SECRET = noise(ALNUM + "+/", 40)
DISCORD_ID = base64.b64encode(b"198622483471925248").decode().rstrip("=")

# (kind, value): one or more for every format that speaks for itself.
TOKENS = [
    ("AWS access key", AWS_ID),
    ("AWS access key", "AS" + "IA" + noise("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16, 3)),
    *(("GitHub token", f"gh{letter}_" + noise(ALNUM, 36, ord(letter))) for letter in "pousr"),
    ("GitHub token", "github" + "_pat_" + noise(ALNUM, 22) + "_" + noise(ALNUM, 59)),
    ("GitLab token", "gl" + "pat-" + noise(URL_SAFE, 20)),
    ("GitLab token", "gl" + "rt-" + noise(URL_SAFE, 24)),
    *(
        ("Slack token", f"xo{letters}-" + noise("123456789", 12) + "-250178463920-" + noise(ALNUM, 24))
        for letters in ("xb", "xp", "xa", "xr")
    ),
    # Tokens of digits above all, in which a few letters look like a word.
    ("Slack token", "xo" + "xb-348966511411-7407500700210-LRpjtayeofb4bH0TlDF8uwsa"),
    ("Slack token", "xo" + "xp-180930078914-428105992479-6773163250017-0251354915f460bec8d2007624b5630b"),
    ("Slack token", "xo" + "xc-180930078914-428105992479-6773163250017-" + noise(HEX, 64)),
    ("Slack token", "xo" + "xd-" + noise(ALNUM, 60) + "%2F" + noise(ALNUM, 60) + "%3D"),
    ("Slack token", "xa" + "pp-1-A" + noise(string.ascii_uppercase, 10) + "-7512345098761-" + noise(HEX, 64)),
    ("Anthropic API key", "sk-" + "ant-api03-" + noise(URL_SAFE, 93) + "AA"),
    ("Anthropic API key", "sk-" + "ant-oat01-" + noise(URL_SAFE, 93) + "AA"),
    ("Anthropic API key", "sk-" + "ant-admin01-" + noise(URL_SAFE, 93) + "AA"),
    ("OpenAI API key", "sk-" + noise(ALNUM, 20) + "T3Blbk" + "FJ" + noise(ALNUM, 20, 8)),
    ("OpenAI API key", "sk-" + noise(ALNUM, 48)),
    ("OpenAI API key", "sk-" + "proj-" + noise(URL_SAFE, 74) + "T3Blbk" + "FJ" + noise(URL_SAFE, 74)),
    ("OpenAI API key", "sk-" + "svcacct-" + noise(URL_SAFE, 120)),
    ("API key", "sk-" + "or-v1-" + noise(HEX, 64)),
    ("Google API key", "AI" + "za" + noise(URL_SAFE, 35)),
    ("Google client secret", "GOC" + "SPX-" + noise(URL_SAFE, 28)),
    ("Google access token", "ya" + "29." + noise(URL_SAFE, 120)),
    ("Stripe key", "sk_" + "live_" + noise(ALNUM, 24)),
    ("Stripe key", "rk_" + "live_" + noise(ALNUM, 99)),
    ("Stripe webhook secret", "wh" + "sec_" + noise(ALNUM, 32)),
    ("npm token", "np" + "m_" + noise(ALNUM, 36)),
    ("PyPI token", "py" + "pi-AgEIcHlwaS5vcmc" + noise(URL_SAFE, 120)),
    ("Hugging Face token", "h" + "f_" + noise(string.ascii_letters, 34)),
    ("SendGrid key", "S" + "G." + noise(URL_SAFE, 22) + "." + noise(URL_SAFE, 43)),
    ("DigitalOcean token", "do" + "p_v1_" + noise(HEX, 64)),
    ("Telegram bot token", "7482910365:" + "AA" + noise(URL_SAFE, 33)),
    ("Discord bot token", DISCORD_ID + "." + noise(URL_SAFE, 6) + "." + noise(URL_SAFE, 38)),
    ("JSON web token", jwt()),
]
