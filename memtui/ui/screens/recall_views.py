"""The views of recall by name: the picks, the texts behind them, and how the store does as a whole."""

from collections.abc import Mapping

PICKS, MANIFEST, INJECTED, REQUEST, SUITE, REACH = "picks", "manifest", "injected", "request", "suite", "reach"
VIEWS: Mapping[str, str] = {
    PICKS: "Picks",
    MANIFEST: "Manifest as sent",
    INJECTED: "Injected text",
    REQUEST: "Request and usage",
    SUITE: "Suite",
    REACH: "Reach and use",
}
SHORT: Mapping[str, str] = {
    **VIEWS,
    MANIFEST: "Manifest",
    INJECTED: "Injected",
    REQUEST: "Request",
    REACH: "Reach",
}
TEXTS = (MANIFEST, INJECTED, REQUEST)
CHECKS = (SUITE, REACH)  # of the whole store, whatever the question is
