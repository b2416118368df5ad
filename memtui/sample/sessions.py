"""The conversations in which the sample's memories came about: who said what, and which tools ran.

Only the story is here; `transcripts` gives it the shape of the agent's files. A file is named as in the
project (`look`, `change`) or as in the memory directory (`recall`, `save`), and its text is taken from there.
"""

from typing import NamedTuple


class Step(NamedTuple):
    """One thing that happened. Which of the fields count depends on `kind`."""

    kind: str
    text: str = ""
    more: str = ""
    files: tuple[str, ...] = ()
    steps: tuple["Step", ...] = ()


class Session(NamedTuple):
    """One conversation, begun `days` before now."""

    name: str
    days: float
    steps: tuple[Step, ...]
    summary: str = ""


def ask(text: str) -> Step:
    """The user writes."""
    return Step("ask", text)


def say(text: str) -> Step:
    """The agent writes."""
    return Step("say", text)


def look(path: str) -> Step:
    """The agent reads a file of the project."""
    return Step("look", path)


def change(path: str, text: str) -> Step:
    """The agent edits a file of the project; `text` is what it puts there."""
    return Step("change", path, text)


def run(command: str, output: str) -> Step:
    """The agent runs a command."""
    return Step("run", command, output)


def recall(file: str) -> Step:
    """The agent reads a memory with its own tools."""
    return Step("recall", file)


def save(file: str) -> Step:
    """The agent writes a memory and then its pointer."""
    return Step("save", file)


def surfaced(*files: str) -> Step:
    """Memories are put before the agent along with what the user wrote."""
    return Step("surfaced", files=files)


def delegate(task: str, answer: str, *steps: Step) -> Step:
    """The agent has a subagent do `steps`, and gets `answer`."""
    return Step("delegate", task, answer, steps=steps)


SESSIONS = (
    Session(
        "fake-clock",
        74.1,
        (
            ask("fix the flaky checkout test"),
            say("Looking at the test first."),
            look("tests/test_checkout.py"),
            say("It sleeps for a fixed time; I would poll instead."),
            ask("no, don't poll either, that took the pipeline from two minutes to eleven. write a fake clock"),
            change("tests/clock.py", "class FakeClock:\n"),
            save("feedback_fake_clock.md"),
            say("The test moves a fake clock now, and I noted that for later."),
        ),
    ),
    Session(
        "whole-cents",
        60.1,
        (
            ask("the tax report is off by 41 cents, find out why"),
            look("teashop/catalog.py"),
            say("Two modules round by themselves, one of them on a float. That adds up to the 41 cents."),
            ask("then everything becomes whole cents, rounding in one place only, also in tests"),
            change("teashop/money.py", "def gross_cents(net_cents, vat_percent):\n"),
            run("make check", "31 passed"),
            save("feedback_whole_cents.md"),
            ask("and run make check before every commit please"),
            save("feedback_make_check.md"),
            say("Done; all amounts are whole cents, and the checks pass."),
        ),
    ),
    Session(
        "drop-coupons",
        41.2,
        (
            ask("does anybody use coupons?"),
            run('psql -c "select count(*) from orders where coupon is not null"', " count\n-------\n     3"),
            say("Three orders in a year, all of them yours."),
            ask("ha. take them out"),
            run("git rm teashop/coupons.py tests/test_coupons.py", "rm 'teashop/coupons.py'"),
            say("Coupons are gone, with their test."),
        ),
    ),
    Session(
        "receipt-queue",
        27.2,
        (
            ask("checkout hangs when the mail server is slow"),
            surfaced("feedback_receipt_mail.md"),
            look("teashop/mail.py"),
            say("Each order waits for its receipt. I would queue receipts and let a worker send them."),
            ask("yes. and keep the diff small, i read this on the phone in the evening"),
            change("teashop/mail.py", "def queue_receipt(order, queue):\n    queue.append(receipt(order))\n"),
            save("user_reviews_on_phone.md"),
            ask("also customers should never see 'gateway returned 502'. tell them what they can do"),
            save("feedback_error_messages.md"),
            say("Receipts are queued, and the payment page now says which step to take."),
        ),
    ),
    Session(
        "vat-abroad",
        18.2,
        (
            ask("the accountant registered us for one-stop-shop. what has to change?"),
            look("teashop/catalog.py"),
            say("The VAT rate is one constant. It has to depend on the country that a parcel goes to."),
            save("project_vat_abroad.md"),
            ask("and no search server please, postgres is enough below 2000 teas"),
            save("project_search.md"),
            ask("one more: from now on one release a day at ten, the others should know that too"),
            save("team/project_release_train.md"),
            say("All three are noted, the last one for the whole team."),
        ),
        summary="VAT by destination country, search stays on PostgreSQL, daily release train",
    ),
    Session(
        "stock-import",
        13.6,
        (
            ask("read the stock file of the warehouse every night. the push api oversold the darjeeling"),
            delegate(
                "Find out what the warehouse's CSV file looks like",
                "Two columns, SKU and Bestand, semicolons, cp1252. An empty file means the export failed.",
                run("file bestand.csv", "bestand.csv: ISO-8859 text, with CRLF line terminators"),
                run("head -2 bestand.csv", "SKU;Bestand\nAS-100;412"),
                say("Two columns, SKU and Bestand, semicolons, cp1252. An empty file means the export failed."),
            ),
            change("scripts/import_stock.py", "def read_stock(path):\n"),
            save("project_stock_file.md"),
            save("suppliers/reference_stock_feed.md"),
            ask("frau böhm owns that file, herr aydın the damaged parcels"),
            save("people/reference_warehouse_people.md"),
            say("The import replaces the whole stock each night; I noted the format and the people."),
        ),
    ),
    Session(
        "double-charge",
        11.7,
        (
            ask("customers were charged twice yesterday evening, help me find all of them"),
            look("teashop/payments/gateway.py"),
            run("psql -f pairs.sql", "31 rows"),
            say("31 pairs, each less than a minute apart. The retry made a new idempotency key."),
            ask("you refunded one of them twice! always show me the list and wait for a yes"),
            save("feedback_refunds_need_a_yes.md"),
            save("reference_outages.md"),
            save("team/reference_on_call.md"),
            save("project_incident_double_charge.md"),
            say("I wrote the incident down, with the four follow-ups."),
        ),
    ),
    Session(
        "gateway-retry",
        8.3,
        (
            ask("retry a gateway time-out once, with the same key"),
            surfaced("project_incident_double_charge.md", "feedback_fake_clock.md"),
            recall("project_incident_double_charge.md"),
            look("teashop/checkout.py"),
            say("The order number is passed as the key already, so one retry is safe."),
            save("reference_gateway_sandbox.md"),
            ask("here are some tips from the vendor's forum, and how to reach staging. remember both"),
            save("reference_staging.md"),
            save("reference_vendor_tips.md"),
            say("Saved. One retry, same key, tested with the fake clock."),
        ),
    ),
    Session(
        "checkout-freeze",
        5.1,
        (
            ask("we freeze checkout for the busiest days, put the dates where you find them"),
            save("project_checkout_freeze.md"),
            ask("the carrier's last dates are for everybody"),
            save("team/project_holiday_cutoff.md"),
            say("The freeze is noted here, the last order dates in the team's memory."),
        ),
        summary="Checkout freeze and holiday cut-off dates",
    ),
    Session(
        "gift-cards",
        2.4,
        (
            ask("start with gift cards: a ledger, no stored balance"),
            recall("feedback_whole_cents.md"),
            recall("feedback_migration_first.md"),
            say("I keep amounts in whole cents and ship the migration first."),
            change("migrations/0002_gift_cards.sql", "create table gift_card_entries (\n"),
            change("teashop/giftcards.py", "def balance_cents(entries):\n"),
            ask("plain sql for the ledger was the right call, keep doing that. and test it on a real database"),
            save("feedback_plain_sql.md"),
            save("feedback_real_database.md"),
            say("Noted. The ledger is tested on PostgreSQL."),
        ),
    ),
    Session(
        "label-question",
        1.2,
        (
            ask("do parcels to portugal need a tax number?"),
            say("From 1,000 EUR on, yes: the recipient's."),
            ask("and how many labels can we print a minute?"),
            save("reference_carrier_api.md"),
            say("Thirty for each account; I noted it with the support number."),
        ),
    ),
    Session(
        "gift-card-mail",
        0.14,
        (
            ask("what is still missing for gift cards?"),
            surfaced("feedback_plain_sql.md"),
            recall("project_checkout_freeze.md"),
            recall("feedback_plain_sql.md"),
            look("teashop/giftcards.py"),
            say("The letter with the code, and a page to check a balance."),
            save("project_gift_cards.md"),
            ask("the layout of the letter is in figma, file Post, page 6"),
            save("reference_figma.md"),
            say("I will start from that layout."),
        ),
    ),
)
"""Oldest first."""

GONE = ("gone-migration", "gone-api-errors", "gone-receipt")
"""Sessions that memories came from and whose transcripts have been cleaned up since."""
