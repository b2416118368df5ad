"""The modes of the app, one screen each, and what the palette offers: imported when first shown."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.command import Provider
from textual.screen import Screen

from memtui.ui.keys import AUDIT, DREAMS, HISTORY, INDEX, RECALL, TOPICS


def _index() -> Screen[Any]:
    from memtui.ui.screens.index import IndexScreen

    return IndexScreen()


def _topics() -> Screen[Any]:
    from memtui.ui.screens.topics import TopicsScreen

    return TopicsScreen()


def _audit() -> Screen[Any]:
    from memtui.ui.screens.audit import AuditScreen

    return AuditScreen()


def _history() -> Screen[Any]:
    from memtui.ui.screens.history import HistoryScreen

    return HistoryScreen()


def _dreams() -> Screen[Any]:
    from memtui.ui.screens.dreams import DreamsScreen

    return DreamsScreen()


def _recall() -> Screen[Any]:
    from memtui.ui.screens.recall import RecallScreen

    return RecallScreen()


SCREENS: Mapping[str, Callable[[], Screen[Any]]] = {
    INDEX: _index,
    TOPICS: _topics,
    AUDIT: _audit,
    HISTORY: _history,
    DREAMS: _dreams,
    RECALL: _recall,
}


def actions() -> type[Provider]:
    """The palette's actions and themes."""
    from memtui.ui.palette import Actions

    return Actions


def memories() -> type[Provider]:
    """The palette's memories."""
    from memtui.ui.palette import Memories

    return Memories
