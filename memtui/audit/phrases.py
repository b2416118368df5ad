"""The phrases by which a text takes command of a model, as data: where to look and what must stand there.

All patterns are for lower-case text. A phrase is looked up by its needles, plain strings that ordinary memories
seldom hold; `lead` must end right before the needle and `tail` begins with it. Repeats are bounded, so the cost of
a needle does not depend on the length of the text.
"""

import re
from typing import NamedTuple

# How a phrase must stand in its sentence to be an order and not a report or a rule against it.
CLAUSE = "clause"  # it begins a clause, as an imperative does
DENIED = "denied"  # "never …" before it turns it into a good rule
CONDITION = "condition"  # "for hotfixes, …" limits it to a case, as working agreements do
PERMITTED = "permitted"  # the user allowed it, or it is a harmless step


class Phrase(NamedTuple):
    """One way to give an order; `reach` is how far before the needle `lead` may begin."""

    why: str
    needles: tuple[str, ...]
    tail: re.Pattern[str]
    lead: re.Pattern[str] | None = None
    guards: frozenset[str] = frozenset()
    reach: int = 120


EARLIER = "tells the model to drop its earlier instructions"
ROLE = "gives the model another role"
SECRECY = "tells the model to keep something from the user"
UNASKED = "tells the model to act without the user's consent"
SAFETY = "tells the model to drop its safeguards"
REVEAL = "asks the model to reveal its instructions"
SEND = "tells the model to send private data to an address"
PRECEDENCE = "claims to stand above all other instructions"

# The object ends here, or goes on with what addresses the model; "… in docs/setup.md" is about a document.
_END = (
    r"(?=[_'’]{0,2}\s*(?:\Z|[.!?;:,)\]\n—–]|-{1,2}\s)"
    r"|\s+(?:and|or|but|then|because|now|completely|entirely|altogether|from now|at all|immediately|instead|und|et|y)\b"
    r"|\s+(?:(?:that\s+)?you(?:'ve| have| were)\b|given to you|(?:from|of|by|in)\s+(?:the\s+|your\s+|this\s+)?"
    r"(?:user|system|developer|operator|anthropic|claude|conversation|chat|session|context|human|admin)))"
)
_ALL = r"(?:(?:all|any|every|each)\s+(?:of\s+)?)?(?:(?:the|your|my|our|these|those|its|other)\s+){0,2}"
_FORMER = r"(?:previous(?:ly given)?|prior|earlier|preceding|foregoing|former|above|system)"
_VERB = r"(?:ignore|disregard|forget(?: about)?|override|bypass|discard|(?:do not|don't|stop) follow(?:ing)?)\s+"
_DIRECTIVES = r"(?:instructions?|directives?|prompts?|orders)"
_RULES = r"(?:rules?|guidelines|constraints|restrictions)"
_VERBS = ("ignore", "disregard", "forget", "override", "bypass", "discard", "do not follow", "don't follow", "stop follow")

# Strings that several needles share: where one is absent, none of its needles needs a look.
GATES = ("the user", "you", "system", "instructions", "follow", "precedence", "priority", "ignor", "olvid", "dem ", "utilisateur")


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_ORDER = frozenset((CLAUSE, DENIED))
_AGREEMENT = frozenset((CLAUSE, DENIED, CONDITION))

ENGLISH = (
    Phrase(EARLIER, _VERBS, _p(rf"{_VERB}{_ALL}{_FORMER}\s+(?:\w+\s+)?{_DIRECTIVES}{_END}"), None, _ORDER),
    Phrase(EARLIER, _VERBS, _p(rf"{_VERB}{_ALL}{_FORMER}\s+(?:\w+\s+)?{_RULES}{_END}"), None, _AGREEMENT),
    Phrase(
        EARLIER, _VERBS,
        _p(rf"{_VERB}{_ALL}(?:{_DIRECTIVES}|{_RULES})\s+(?:above|before this|(?:that\s+)?(?:came|come)\s+before)\b"),
        None, _AGREEMENT,
    ),
    Phrase(
        EARLIER, _VERBS,
        _p(rf"{_VERB}(?:all\s+(?:of\s+)?)?your\s+(?:\w+\s+)?(?:{_DIRECTIVES}|{_RULES}|training|programming){_END}"),
        None, _ORDER,
    ),
    Phrase(EARLIER, _VERBS, _p(rf"{_VERB}{_ALL}(?:system|developer)\s+(?:prompt|message)s?{_END}"), None, _ORDER),
    Phrase(
        EARLIER, _VERBS,
        _p(rf"{_VERB}{_ALL}(?:(?:project|root|repo|repository|user|global)(?:'s)?\s+)?\s?claude\.md\s?(?:files?)?{_END}"),
        None, _AGREEMENT,
    ),
    Phrase(
        ROLE, ("you are now", "you're now"),
        _p(
            r"you(?: are|'re) now\s+(?:dan\b|jailbroken|unrestricted|uncensored|unfiltered|free (?:from|of) (?:all|any|your)"
            r"|in (?:\w+ )?(?:developer|god|dan|jailbreak|unrestricted) mode|operating (?:as|without)|no longer"
            r"|(?:an?|the|my) (?:[\w-]+ ){0,4}?(?:ai|assistant|model|chatbot|llm|persona|hacker)\b)"
        ),
        None, frozenset((CLAUSE,)),
    ),
    Phrase(
        ROLE, ("from now on",),
        _p(r"from now on,?\s+you\s+(?:are (?:an?|the|no longer|dan)\b|(?:will|must) (?:act as|obey|pretend)|obey|answer only)"),
    ),
    Phrase(
        ROLE, ("you are no longer", "you're no longer"),
        _p(r"you(?: are|'re) no longer\s+(?:claude|an? (?:ai|assistant)|bound|restricted|required to (?:follow|obey)|limited)\b"),
    ),
    Phrase(
        ROLE, ("act as if you", "pretend you", "pretend that you", "pretend to"),
        _p(
            r"(?:act as if you|pretend (?:that )?you|pretend to)\s+(?:have|had|are|were|be)\s+"
            r"(?:no (?:rules|restrictions|limits|guidelines)|not bound|unrestricted|dan\b|(?:an?|another) (?:\w+ )?(?:ai|assistant)\b)"
        ),
        None, _ORDER,
    ),
    Phrase(ROLE, ("do anything now",), _p(r"do anything now\b"), None, frozenset((DENIED,))),
    Phrase(
        SECRECY, ("the user",),
        _p(r"the user(?=[_'’]{0,2}\s*(?:\Z|[.!;:)\n—–]|-{1,2}\s))"),
        _p(r"\b(?:do not|don't|never|must not|mustn't|shouldn't|should not)\s+(?:ever\s+)?(?:tell|inform)\s+\Z"),
        frozenset((CONDITION,)),
    ),
    Phrase(
        SECRECY, ("the user",),
        _p(
            r"the user\s+(?:anything\b|(?:about|of)\s+(?:this|these|it|any of|what you|your)\b"
            r"|(?:that|what|why|how|where)\s+you(?:'ve| have| are| were| had)?\s+"
            r"(?:done|did|doing|sent|ran|read|changed|received|told|following|executed|deleted|uploaded|added|stored)\b)"
        ),
        _p(
            r"\b(?:do not|don't|never|must not|mustn't|shouldn't|should not)\s+(?:ever\s+)?"
            r"(?:tell|inform|notify|alert|warn)\s+\Z"
        ),
    ),
    Phrase(
        SECRECY, ("the user know", "the user find out", "the user notice"),
        _p(r"the user (?:know|find out|notice)(?=\s*(?:\Z|[.!;:)\n—–])|\s+(?:about|of)\s+(?:this|these|it)\b)"),
        _p(r"\b(?:do not|don't|never|must not)\s+(?:ever\s+)?let\s+\Z"),
        frozenset((CONDITION,)),
    ),
    Phrase(
        SECRECY, ("from the user",),
        _p(r"from the user\b(?!['’]s|\s+(?:table|model|object|menu|interface|settings))"),
        _p(
            r"\b(?:hide|conceal|withhold|keep)\s+(?:this|these|it|that|your (?:actions|reasoning|instructions)"
            r"|what you(?:'re| are| did| do)(?:\s+doing)?)(?:\s+(?:\w+)){0,2}\s+\Z"
        ),
        _AGREEMENT,
    ),
    Phrase(
        SECRECY, ("to the user",),
        _p(r"to the user\b(?!['’]s)"),
        _p(
            r"\b(?:do not|don't|never|must not)\s+(?:ever\s+)?(?:mention|reveal|disclose|report)\s+"
            r"(?:this|these|it|any of this|that)(?:\s+\w+){0,2}\s+\Z"
        ),
    ),
    Phrase(
        UNASKED, ("the user",),
        _p(r"the user(?:'s (?:knowledge|consent|permission|approval|noticing)| (?:noticing|knowing))?\b(?!['’])"),
        _p(r"\bwithout\s+(?:ever\s+)?(?:telling|informing|notifying|alerting|asking|consulting)\s+\Z"),
        frozenset((DENIED, PERMITTED)),
    ),
    Phrase(
        UNASKED, ("the user's", "the user noticing", "the user knowing"),
        _p(r"the user(?:'s (?:knowledge|consent|permission|approval)| noticing| knowing)\b"),
        _p(r"\bwithout\s+\Z"),
        frozenset((DENIED, PERMITTED)),
    ),
    Phrase(
        SAFETY, (*_VERBS, "disable", "turn off", "circumvent"),
        _p(
            rf"(?:{_VERB}|(?:disable|turn off|circumvent)\s+)(?:all\s+|any\s+)?(?:of\s+)?your\s+(?:\w+\s+)?"
            r"(?:guardrails?|safeguards?|safety|(?:safety|security|ethical|content)\s+(?:\w+\s+)?"
            rf"(?:guidelines|guardrails|filters?|polic(?:y|ies)|protocols?|checks|training|measures|{_RULES})){_END}"
        ),
        None, _ORDER,
    ),
    Phrase(
        SAFETY, (*_VERBS, "circumvent"),
        _p(
            rf"(?:{_VERB}|circumvent\s+){_ALL}(?:safety|ethical|content)\s+"
            rf"(?:guidelines|guardrails|filters|polic(?:y|ies)|protocols|training|instructions|{_RULES}){_END}"
        ),
        None, _AGREEMENT,
    ),
    Phrase(SAFETY, ("override",), _p(r"override\s+(?:all\s+)?safety(?=\s*(?:\Z|[.!\n]))"), None, _ORDER),
    Phrase(
        REVEAL, ("system prompt", "system message", "system instructions", "initial instructions", "hidden instructions"),
        _p(r"(?:system|initial|hidden)\s+(?:prompt|message|instructions)"),
        _p(
            r"\b(?:reveal|print|show|output|repeat|leak|display|dump|disclose|expose|recite|paste|tell me)\s+"
            r"(?:me\s+|us\s+|back\s+|out\s+)?(?:all\s+(?:of\s+)?)?your\s+(?:\w+\s+){0,2}\Z"
        ),
        _ORDER,
    ),
    Phrase(
        REVEAL, ("system prompt", "system message", "system instructions"),
        _p(rf"system\s+(?:prompt|message|instructions)(?:\s+(?:verbatim|word for word|in full))?{_END}"),
        _p(r"\b(?:reveal|leak|disclose|recite|exfiltrate)\s+the\s+(?:\w+\s+){0,2}\Z"),
        _AGREEMENT,
    ),
    Phrase(
        PRECEDENCE, ("override", "supersede", "replace", "take precedence", "takes precedence", "take priority", "takes priority"),
        _p(
            r"(?:overrides?|supersedes?|replaces?|takes?\s+(?:precedence|priority)\s+over)\s+"
            r"(?:(?:all|any|every)\s+(?:(?:other|previous|prior|earlier|existing|of)\s+)?(?:the\s+|your\s+)?(?:system\s+)?|your\s+(?:\w+\s+)?"
            rf"|the\s+system\s+)(?:{_DIRECTIVES}|{_RULES}){_END}"
        ),
        _p(
            r"\b(?:these|this|the following|my|below)\s+(?:new\s+)?"
            r"(?:instructions?|rules?|memory|message|file|note|directives?|prompt)\s+(?:\w+\s+)?\Z"
        ),
        frozenset((DENIED,)),
    ),
)  # fmt: skip

_SECRETS = r"(?:secrets|credentials|(?:api |ssh |private )?keys|tokens|passwords)"
_PRIVATE = (
    r"(?:(?:this|the|our|your|full|whole|entire) (?:conversation|chat)|chat (?:history|log)s?|system prompt|your (?:memory|context)"
    r"|memory (?:files?|directory)|memories|\.env\b|env(?:ironment)? (?:variables|vars)|ssh keys?|private keys?|source code|everything"
    rf"|(?:all|any|every|found|discovered)(?: of)?(?: the)?(?: \w+)? {_SECRETS}|the user'?s? (?:\w+ )?(?:files|{_SECRETS})"
    r"|contents? of (?:this|your|the) (?:repo(?:sitory)?|project|context|disk|home)|id_rsa|~?/?\.ssh\b|\.aws/credentials|keychain)"
)

ADDRESSES = (
    Phrase(
        SEND, ("http",),
        _p(r"https?://"),
        _p(
            r"\b(?:send|post|upload|exfiltrate|forward|transmit|leak|submit|copy)\s+(?:me\s+)?"
            rf"(?:[^\n]{{0,60}}?[\s`\"'(])?{_PRIVATE}[^\n]{{0,60}}?\s(?:to|at|via)\s+[<(`\"']?(?:the\s+(?:url|server|address)\s+)?\Z"
        ),
        _ORDER,
        200,
    ),
)  # fmt: skip

OTHER_LANGUAGES = (
    Phrase(
        EARLIER, ("ignorier", "vergiss", "vergessen sie", "missachte"),
        _p(
            r"(?:ignorier(?:e|en sie|t)?|vergiss|vergessen sie|missachte(?:n sie)?)\s+(?:bitte\s+)?(?:alle\s+|sämtliche\s+)?"
            r"(?:deine\s+|die\s+|ihre\s+|meine\s+)?(?:vorherig|vorig|bisherig|früher|vorangegangen|vorhergehend|obig)en?\s+"
            rf"(?:anweisungen|instruktionen|befehle|regeln|vorgaben|prompts?){_END}"
        ),
    ),
    Phrase(
        EARLIER, ("ignore", "oublie"),
        _p(
            r"(?:ignore[rz]?|oublie[rz]?)\s+(?:toutes?\s+)?(?:(?:les|tes|vos|mes)\s+)?(?:instructions|consignes|directives|règles)\s+"
            rf"(?:précédentes|antérieures|ci-dessus|initiales){_END}"
        ),
    ),
    Phrase(
        EARLIER, ("ignora", "ignore", "olvida", "olvide"),
        _p(
            r"(?:ignor[ae]|olvid[ae])\s+(?:todas\s+)?(?:(?:las|tus|sus|mis)\s+)?(?:instrucciones|órdenes|reglas|indicaciones)\s+"
            rf"(?:anteriores|previas|iniciales){_END}"
        ),
    ),
    Phrase(
        SECRECY, ("dem nutzer", "dem benutzer", "dem anwender"),
        _p(r"dem (?:be)?(?:nutzer|anwender)\s+nichts\b(?:\s+(?:davon|darüber|hiervon|mit))?(?=\s*(?:\Z|[.!,;\n]))"),
        _p(r"\b(?:sag|sage|sagen sie|erzähl|erzähle|verrat|verrate|teil|teile)\s+\Z"),
    ),
    Phrase(
        SECRECY, ("à l'utilisateur", "à l’utilisateur"),
        _p(r"à l['’]utilisateur(?=\s*(?:\Z|[.!;\n]))"),
        _p(r"\bne\s+(?:(?:le|la|lui|l['’])\s*)?(?:dis|dites|révèle[sz]?|mentionne[sz]?|montre[sz]?)\s+(?:\w+\s+)?(?:pas|rien)\s+(?:\w+\s+){0,2}\Z"),
    ),
    Phrase(
        SECRECY, ("al usuario",),
        _p(r"al usuario(?=\s*(?:\Z|[.!;\n]))"),
        _p(r"\bno\s+(?:se lo\s+|le\s+|lo\s+)?(?:digas?|menciones?|reveles?|cuentes?|informes?)\s+(?:nada\s+|esto\s+|de esto\s+){0,2}\Z"),
    ),
)  # fmt: skip

PHRASES = ENGLISH + ADDRESSES + OTHER_LANGUAGES
