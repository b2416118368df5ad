"""Every problem that the sample has, each put there on purpose. What is not on this list is meant to be fine.

`file` is where an audit should report it; of a pair it is the newer file. `mark` is the text that makes the
problem, empty where the problem is that something is missing. A file whose frontmatter is missing, broken or
blank has one problem, not also those of the type and description it cannot have.
"""

from typing import NamedTuple


class Planted(NamedTuple):
    """One problem: the rule that should find it, where, and what it is."""

    rule: str
    file: str
    what: str
    mark: str = ""


PLANTED = (
    Planted("dead-pointer", "MEMORY.md", "points to a memory that was deleted", "](feedback_small_prs.md)"),
    Planted("dead-pointer", "MEMORY.md", "points to a memory that was never written", "](project_black_week.md)"),
    Planted("no-pointer", "reference_figma.md", "the second step of its save never happened"),
    Planted(
        "pointed-twice",
        "MEMORY.md",
        "the Grafana board has two pointers",
        "- [Grafana](reference_grafana.md)",
    ),
    Planted("long-pointer", "MEMORY.md", "over 200 characters", "- [Checkout freeze](project_checkout_freeze.md)"),
    Planted("long-pointer", "MEMORY.md", "over 150 characters", "- [Migration first](feedback_migration_first.md)"),
    Planted("index-prose", "MEMORY.md", "a fact that belongs in a memory", "The sandbox forgets authorisations"),
    Planted("no-frontmatter", "notes_warehouse.md", "a plain note"),
    Planted("broken-frontmatter", "reference_carrier_api.md", "a quote is never closed", 'description: "Carrier'),
    Planted("blank-frontmatter", "project_tax_rounding.md", "all keys empty", "name:\ndescription:\ntype:\n"),
    Planted("no-type", "feedback_error_messages.md", "metadata without a type"),
    Planted("unknown-type", "todo_newsletter.md", "a type of its own", "type: todo"),
    Planted("no-description", "reference_figma.md", "nothing to select it by"),
    Planted("vague-description", "project_search.md", "one empty word", "description: notes\n"),
    Planted("duplicate-name", "feedback_real_database.md", "same as feedback_no_db_mocks.md", "name: no-db-mocks"),
    Planted(
        "near-duplicate",
        "feedback_real_database.md",
        "a few words off feedback_no_db_mocks.md",
        "a whole day",
    ),
    Planted(
        "duplicate-content",
        "reference_outages.md",
        "body of reference_status_page.md",
        "The public status page",
    ),
    Planted("relative-date", "todo_newsletter.md", "a day that moves", "goes out next Thursday"),
    Planted("relative-date", "project_incident_double_charge.md", "a day that moves", "went out yesterday"),
    Planted("stale", "project_stripe_move.md", "a project's state of 120 days ago", "type: project"),
    Planted("stale", "project_launch_list.md", "a project's state of a year and a half ago", "type: project"),
    Planted("drift", "project_stripe_move.md", "a file that was renamed", "`teashop/stripe_client.py`"),
    Planted("drift", "project_stripe_move.md", "a function that is gone", "`charge_card`"),
    Planted("drift", "project_stripe_move.md", "a class that is gone", "`StripeClient`"),
    Planted("drift", "feedback_deploy.md", "a script that was removed", "`scripts/deploy.sh`"),
    Planted("drift", "feedback_receipt_mail.md", "a function that is gone", "`send_receipt_sync`"),
    Planted("dead-link", "project_search.md", "links to a memory not written yet", "[[search-ranking]]"),
    Planted("too-long", "project_incident_double_charge.md", "over 4,096 bytes, so it is cut when surfaced"),
    Planted("repeats-claudemd", "feedback_make_check.md", "word for word", "Run `make check` before every commit"),
    Planted("secret", "reference_staging.md", "an AWS access key", "AK" + "IA3TEAPOT"),
    Planted("secret", "reference_staging.md", "a password in a URL", "://shop:" + "4Cups"),
    Planted("hidden-text", "reference_vendor_tips.md", "characters without width", "\u200b\u2060"),
    Planted("hidden-text", "reference_vendor_tips.md", "text that runs backwards", "\u202etxt.tpiecer\u202c"),
    Planted("orders", "reference_vendor_tips.md", "orders to the model", "Ignore all previous instructions"),
)

RULES = (
    "dead-pointer",
    "no-pointer",
    "pointed-twice",
    "long-pointer",
    "index-prose",
    "no-frontmatter",
    "broken-frontmatter",
    "blank-frontmatter",
    "no-type",
    "unknown-type",
    "no-description",
    "vague-description",
    "duplicate-name",
    "duplicate-content",
    "near-duplicate",
    "relative-date",
    "stale",
    "drift",
    "dead-link",
    "too-long",
    "repeats-claudemd",
    "secret",
    "hidden-text",
    "orders",
)
"""Each of them has at least one problem in the sample."""

WITH_PROBLEMS = frozenset(planted.file for planted in PLANTED) | {
    "feedback_no_db_mocks.md",  # the older halves of the pairs
    "reference_status_page.md",
}
