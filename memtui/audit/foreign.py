"""Phrases in German, French and Spanish that take command of a model, as data."""

import re

from memtui.audit.phrase import EARLIER, END, SECRECY, Phrase

FOREIGN = (
    Phrase(
        EARLIER, ("ignorier", "vergiss", "vergessen sie", "missachte"),
        re.compile(
            r"(?:ignorier(?:e|en sie|t)?|vergiss|vergessen sie"
            r"|missachte(?:n sie)?)\s+(?:bitte\s+)?(?:alle\s+|sämtliche\s+)?"
            r"(?:deine\s+|die\s+|ihre\s+|meine\s+)?(?:vorherig|vorig|bisherig|früher|vorangegangen"
            r"|vorhergehend|obig)en?\s+"
            rf"(?:anweisungen|instruktionen|befehle|regeln|vorgaben|prompts?){END}"
        ),
    ),
    Phrase(
        EARLIER, ("ignore", "oublie"),
        re.compile(
            r"(?:ignore[rz]?|oublie[rz]?)\s+(?:toutes?\s+)?(?:(?:les|tes|vos|mes)\s+)?(?:instructions"
            r"|consignes|directives|règles)\s+"
            rf"(?:précédentes|antérieures|ci-dessus|initiales){END}"
        ),
    ),
    Phrase(
        EARLIER, ("ignora", "ignore", "olvida", "olvide"),
        re.compile(
            r"(?:ignor[ae]|olvid[ae])\s+(?:todas\s+)?(?:(?:las|tus|sus|mis)\s+)?(?:instrucciones|órdenes"
            r"|reglas|indicaciones)\s+"
            rf"(?:anteriores|previas|iniciales){END}"
        ),
    ),
    Phrase(
        SECRECY, ("dem nutzer", "dem benutzer", "dem anwender"),
        re.compile(
            r"dem (?:be)?(?:nutzer|anwender)\s+nichts\b(?:\s+(?:davon|darüber|hiervon|mit))?(?=\s*(?:\Z"
            r"|[.!,;\n]))"
        ),
        re.compile(r"\b(?:sag|sage|sagen sie|erzähl|erzähle|verrat|verrate|teil|teile)\s+\Z"),
    ),
    Phrase(
        SECRECY, ("à l'utilisateur", "à l’utilisateur"),
        re.compile(r"à l['’]utilisateur(?=\s*(?:\Z|[.!;\n]))"),
        re.compile(
            r"\bne\s+(?:(?:le|la|lui|l['’])\s*)?(?:dis|dites|révèle[sz]?|mentionne[sz]?"
            r"|montre[sz]?)\s+(?:\w+\s+)?(?:pas|rien)\s+(?:\w+\s+){0,2}\Z"
        ),
    ),
    Phrase(
        SECRECY, ("al usuario",),
        re.compile(r"al usuario(?=\s*(?:\Z|[.!;\n]))"),
        re.compile(
            r"\bno\s+(?:se lo\s+|le\s+|lo\s+)?(?:digas?|menciones?|reveles?|cuentes?"
            r"|informes?)\s+(?:nada\s+|esto\s+|de esto\s+){0,2}\Z"
        ),
    ),
)  # fmt: skip
