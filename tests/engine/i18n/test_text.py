"""Untranslated messages."""

from engine.i18n.text import Names, Seat, fill, plural, verbatim, words

MILL = Names("Mill", "Мельница")


def test_message_keeps_its_arguments():
    text = words("{seat} builds {tile}.", seat=Seat(1), tile=MILL)
    assert text.one == "{seat} builds {tile}."
    assert text.args["tile"] is MILL
    assert text == words("{seat} builds {tile}.", seat=Seat(1), tile=MILL)


def test_plain_text_is_english():
    text = words("{seat} builds {tile} ({why}).", seat=Seat(1), tile=MILL, why=words("because"))
    assert text.plain() == "seat 2 builds Mill (because)."


def test_number_selects_the_plural_form():
    assert plural("{n} coin", "{n} coins", 1).plain() == "1 coin"
    assert plural("{n} coin", "{n} coins", 0).plain() == "0 coins"
    assert plural("{who}: {n} coin", "{who}: {n} coins", 5, who="A").plain() == "A: 5 coins"


def test_user_text_is_not_a_format_string():
    assert verbatim("{seat} %s {0}").plain() == "{seat} %s {0}"
    assert words("{name}!", name="{name}").plain() == "{name}!"
    assert words("100 % {").plain() == "100 % {"


def test_fill_formats_each_argument():
    assert fill("{a}-{b}", {"a": 1, "b": 2}, lambda arg: f"{arg}0") == "10-20"


def test_names_are_russian_in_russian_only():
    assert [MILL.name_in(language) for language in ("ru", "en", "fr")] == [
        "Мельница",
        "Mill",
        "Mill",
    ]


def test_only_plural_messages_have_a_number() -> None:
    assert plural("{n} coin", "{n} coins", 0).number == 0
    assert words("You will have {n} coins left.", n=0).number is None
