"""English phrases that take command of a model, as data."""

import re

from memtui.audit.phrase import (
    AGREEMENT,
    CLAUSE,
    CONDITION,
    DENIED,
    EARLIER,
    END,
    ORDER,
    PERMITTED,
    PRECEDENCE,
    REVEAL,
    RISKY,
    ROLE,
    SAFETY,
    SECRECY,
    SEND,
    UNASKED,
    Phrase,
)

_ALL = r"(?:(?:all|any|every|each)\s+(?:of\s+)?)?(?:(?:the|your|my|our|these|those|its|other)\s+){0,2}"
_FORMER = r"(?:previous(?:ly given)?|prior|earlier|preceding|foregoing|former|above|system)"
_VERB = (
    r"(?:ignore|disregard|forget(?: about)?|override|bypass|discard"
    r"|(?:do not|don't|stop) follow(?:ing)?)\s+"
)
_DIRECTIVES = r"(?:instructions?|directives?|prompts?|orders)"
_RULES = r"(?:rules?|guidelines|constraints|restrictions)"
_VERBS = (
    "ignore",
    "disregard",
    "forget",
    "override",
    "bypass",
    "discard",
    "do not follow",
    "don't follow",
    "stop follow",
)

ENGLISH = (
    Phrase(
        EARLIER, _VERBS, re.compile(rf"{_VERB}{_ALL}{_FORMER}\s+(?:\w+\s+)?{_DIRECTIVES}{END}"), None, ORDER
    ),
    Phrase(
        EARLIER, _VERBS, re.compile(rf"{_VERB}{_ALL}{_FORMER}\s+(?:\w+\s+)?{_RULES}{END}"), None, AGREEMENT
    ),
    Phrase(
        EARLIER, _VERBS,
        re.compile(
            rf"{_VERB}{_ALL}(?:{_DIRECTIVES}|{_RULES})\s+(?:above|before this|(?:that\s+)?(?:came"
            rf"|come)\s+before)\b"
        ),
        None, AGREEMENT,
    ),
    Phrase(
        EARLIER, ("everything you", "everything that you", "everything above", "all you were"),
        re.compile(
            r"(?:everything|all)\s+(?:above(?=\s*(?:\Z|[.!\n,;:]))"
            r"|(?:that\s+)?you(?:'ve| have|'d| had)?\s+(?:were|been)\s+(?:told|taught|given)\b)"
        ),
        re.compile(r"\b(?:ignore|disregard|forget)\s+\Z"), ORDER,
    ),
    Phrase(
        EARLIER, _VERBS,
        re.compile(
            rf"{_VERB}(?:all\s+(?:of\s+)?)?your\s+(?:\w+\s+)?(?:{_DIRECTIVES}|{_RULES}|training"
            rf"|programming){END}"
        ),
        None, ORDER,
    ),
    Phrase(
        EARLIER, _VERBS, re.compile(rf"{_VERB}{_ALL}(?:system|developer)\s+(?:prompt|message)s?{END}"), None, ORDER
    ),
    Phrase(
        EARLIER, _VERBS,
        re.compile(
            rf"{_VERB}{_ALL}(?:(?:project|root|repo|repository|user"
            rf"|global)(?:'s)?\s+)?\s?claude\.md\s?(?:files?)?{END}"
        ),
        None, AGREEMENT,
    ),
    Phrase(
        ROLE, ("you are now", "you're now"),
        re.compile(
            r"you(?: are|'re) now\s+(?:dan\b|jailbroken|unrestricted|uncensored|unfiltered|free (?:from"
            r"|of) (?:all|any|your)"
            r"|in (?:\w+ )?(?:developer|god|dan|jailbreak|unrestricted) mode|operating (?:as|without)"
            r"|no longer"
            r"|(?:an?|the|my) (?:[\w-]+ ){0,4}?(?:ai|assistant|model|chatbot|llm|persona|hacker)\b)"
        ),
        None, frozenset((CLAUSE,)),
    ),
    Phrase(
        ROLE, ("from now on",),
        re.compile(
            r"from now on,?\s+you\s+(?:are (?:an?|the|no longer|dan)\b|(?:will|must) (?:act as|obey"
            r"|pretend)|obey|answer only)"
        ),
    ),
    Phrase(
        ROLE, ("you are no longer", "you're no longer"),
        re.compile(
            r"you(?: are|'re) no longer\s+(?:claude|an? (?:ai|assistant)|bound|restricted"
            r"|required to (?:follow|obey)|limited)\b"
        ),
    ),
    Phrase(
        ROLE, ("act as if you", "pretend you", "pretend that you", "pretend to"),
        re.compile(
            r"(?:act as if you|pretend (?:that )?you|pretend to)\s+(?:have|had|are|were|be)\s+"
            r"(?:no (?:rules|restrictions|limits|guidelines)|not bound|unrestricted|dan\b|(?:an?"
            r"|another) (?:\w+ )?(?:ai|assistant)\b)"
        ),
        None, ORDER,
    ),
    Phrase(
        SECRECY, ("the user",),
        re.compile(r"the user(?=[_'’]{0,2}\s*(?:\Z|[.!;:)\n—–]|-{1,2}\s))"),
        re.compile(
            r"\b(?:do not|don't|never|must not|mustn't|shouldn't|should not)\s+(?:ever\s+)?(?:tell"
            r"|inform)\s+\Z"
        ),
        frozenset((CONDITION,)),
    ),
    Phrase(
        SECRECY, ("the user",),
        re.compile(
            r"the user\s+(?:anything\b|(?:about|of)\s+(?:this|these|it|any of|what you|your)\b"
            r"|(?:that|what|why|how|where)\s+you(?:'ve| have| are| were| had)?\s+"
            r"(?:done|did|doing|sent|ran|read|changed|received|told|following|executed|deleted|uploaded"
            r"|added|stored)\b)"
        ),
        re.compile(
            r"\b(?:do not|don't|never|must not|mustn't|shouldn't|should not)\s+(?:ever\s+)?"
            r"(?:tell|inform|notify|alert|warn)\s+\Z"
        ),
    ),
    Phrase(
        SECRECY, ("the user know", "the user find out", "the user notice"),
        re.compile(
            r"the user (?:know|find out|notice)(?=\s*(?:\Z|[.!;:)\n—–])|\s+(?:about|of)\s+(?:this|these"
            r"|it)\b)"
        ),
        re.compile(r"\b(?:do not|don't|never|must not)\s+(?:ever\s+)?let\s+\Z"),
        frozenset((CONDITION,)),
    ),
    Phrase(
        SECRECY, ("from the user",),
        re.compile(r"from the user\b(?!['’]s|\s+(?:table|model|object|menu|interface|settings))"),
        re.compile(
            r"\b(?:hide|conceal|withhold|keep)\s+(?:this|these|it|that|your (?:actions|reasoning"
            r"|instructions)"
            r"|what you(?:'re| are| did| do)(?:\s+doing)?)(?:\s+(?:\w+)){0,2}\s+\Z"
        ),
        AGREEMENT,
    ),
    Phrase(
        SECRECY, ("to the user",),
        re.compile(r"to the user\b(?!['’]s)"),
        re.compile(
            r"\b(?:do not|don't|never|must not)\s+(?:ever\s+)?(?:mention|reveal|disclose|report)\s+"
            r"(?:this|these|it|any of this|that)(?:\s+\w+){0,2}\s+\Z"
        ),
    ),
    Phrase(
        UNASKED, ("the user",),
        re.compile(
            r"the user(?:'s (?:knowledge|consent|permission|approval|noticing)| (?:noticing"
            r"|knowing))?\b(?!['’])"
        ),
        re.compile(
            r"\bwithout\s+(?:ever\s+)?(?:telling|informing|notifying|alerting|asking|consulting)\s+\Z"
        ),
        frozenset((DENIED, PERMITTED, RISKY)),
    ),
    Phrase(
        UNASKED, ("the user's", "the user noticing", "the user knowing"),
        re.compile(r"the user(?:'s (?:knowledge|consent|permission|approval)| noticing| knowing)\b"),
        re.compile(r"\bwithout\s+\Z"),
        frozenset((DENIED, PERMITTED, RISKY)),
    ),
    Phrase(
        SAFETY, (*_VERBS, "disable", "turn off", "circumvent"),
        re.compile(
            rf"(?:{_VERB}|(?:disable|turn off|circumvent)\s+)(?:all\s+|any\s+)?(?:of\s+)?your\s+(?:\w+\s+)?"
            r"(?:guardrails?|safeguards?|safety|(?:safety|security|ethical|content)\s+(?:\w+\s+)?"
            rf"(?:guidelines|guardrails|filters?|polic(?:y|ies)|protocols?|checks|training|measures"
            rf"|{_RULES})){END}"
        ),
        None, ORDER,
    ),
    Phrase(
        SAFETY, (*_VERBS, "circumvent"),
        re.compile(
            rf"(?:{_VERB}|circumvent\s+){_ALL}(?:safety|ethical|content)\s+"
            rf"(?:guidelines|guardrails|filters|polic(?:y|ies)|protocols|training|instructions"
            rf"|{_RULES}){END}"
        ),
        None, AGREEMENT,
    ),
    Phrase(SAFETY, ("override",), re.compile(r"override\s+(?:all\s+)?safety(?=\s*(?:\Z|[.!\n]))"), None, ORDER),
    Phrase(
        REVEAL,
        ("system prompt", "system message", "system instructions", "initial instructions", "hidden instructions"),
        re.compile(r"(?:system|initial|hidden)\s+(?:prompt|message|instructions)"),
        re.compile(
            r"\b(?:reveal|print|show|output|repeat|leak|display|dump|disclose|expose|recite|paste|tell me)\s+"
            r"(?:me\s+|us\s+|back\s+|out\s+)?(?:all\s+(?:of\s+)?)?your\s+(?:\w+\s+){0,2}\Z"
        ),
        ORDER,
    ),
    Phrase(
        REVEAL, ("system prompt", "system message", "system instructions"),
        re.compile(
            rf"system\s+(?:prompt|message|instructions)(?:\s+(?:verbatim|word for word|in full))?{END}"
        ),
        re.compile(r"\b(?:reveal|leak|disclose|recite|exfiltrate)\s+the\s+(?:\w+\s+){0,2}\Z"),
        AGREEMENT,
    ),
    Phrase(
        PRECEDENCE,
        ("override", "supersede", "replace", "take precedence", "takes precedence", "take priority",
         "takes priority"),
        re.compile(
            r"(?:overrides?|supersedes?|replaces?|takes?\s+(?:precedence|priority)\s+over)\s+"
            r"(?:(?:all|any|every)\s+(?:(?:other|previous|prior|earlier|existing|of)\s+)?(?:the\s+"
            r"|your\s+)?(?:system\s+)?|your\s+(?:\w+\s+)?"
            rf"|the\s+system\s+)(?:{_DIRECTIVES}|{_RULES}){END}"
        ),
        re.compile(
            r"\b(?:these|this|the following|my|below)\s+(?:new\s+)?"
            r"(?:instructions?|rules?|memory|message|file|note|directives?|prompt)\s+"
            r"(?:(?!never|not|cannot|rarely|seldom)\w+\s+)?\Z"
        ),
        frozenset((DENIED,)),
    ),
)  # fmt: skip

_SECRETS = r"(?:secrets|credentials|(?:api |ssh |private )?keys|tokens|passwords)"
_PRIVATE = (
    r"(?:(?:this|the|our|your|full|whole|entire) (?:conversation|chat)|chat (?:history|log)s?|system prompt"
    r"|your (?:memory|context)"
    r"|memory (?:files?|directory)|memories|\.env\b(?!\s+(?:example|format|sample|template))"
    r"|env(?:ironment)? (?:variables|vars)|ssh keys?"
    r"|private keys?|source code|everything"
    rf"|(?:all|any|every|found|discovered)(?: of)?(?: the)?(?: \w+)? {_SECRETS}"
    rf"|the user'?s? (?:\w+ )?(?:files|{_SECRETS})"
    r"|contents? of (?:this|your|the) (?:repo(?:sitory)?|project|context|disk|home)|id_rsa|~?/?\.ssh\b"
    r"|\.aws/credentials|keychain)"
)

ADDRESSES = (
    Phrase(
        SEND, ("http",),
        re.compile(r"https?://"),
        re.compile(
            r"\b(?:send|post|upload|exfiltrate|forward|transmit|leak|submit|copy)\s+(?:me\s+)?"
            rf"(?:[^\n]{{0,60}}?[\s`\"'(])?{_PRIVATE}[^\n]{{0,60}}?\s(?:to|at"
            rf"|via)\s+[<(`\"']?(?:the\s+(?:url|server|address)\s+)?\Z"
        ),
        ORDER,
        200,
    ),
)  # fmt: skip

PHRASES = ENGLISH + ADDRESSES
