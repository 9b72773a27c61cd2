"""Shared parts of the screen: header, keys, decision, log, sheet, help."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Dice
from engine.core.event import UNDO_EVENT
from engine.core.score_sheet import Column, Row, Sheet, says_nothing
from engine.games import catalogue, load
from engine.help.guide import guide
from engine.help.rulebook import rulebook
from engine.i18n.language import Translator
from engine.i18n.text import Seat, Text, plural, verbatim, words
from engine.match.match import Match
from engine.match.preview import Preview
from screens.games.middle_ages.painter import PAINTER
from screens.input_modes.partial_pick import PartialPick
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.table_view import help_pages, log_view, panels, sheet_view
from screens.table_view.full_text import full_text_lines
from screens.table_view.help_pages import MEANING_COLUMN
from screens.table_view.painter_registry import painter_for
from screens.table_view.preview_text import confirmation
from screens.table_view.scene import Scene
from screens.table_view.sheet_changes import cells_of
from tests.screens.games.middle_ages.scenes import moments, new_match, played, scene_of
from tests.screens.playing import NAMES, new_session
from tests.screens.table.positions import seated

BOOK = rulebook("middle_ages")
GUIDE = guide("middle_ages")


def decision(scene: Scene, *, width: int = 80, height: int = 5, **options: object) -> Canvas:
    return panels.paint_decision(scene, PAINTER, width, height, **options)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- header and keys


def test_header_shows_game_round_and_active_player() -> None:
    match = played(3, picks=10)
    scene = scene_of(match)
    line = panels.paint_header(scene, PAINTER, 120).text()
    name = scene.name(match.pending()[0].seat)
    assert line.startswith(" Middle Ages  Round ")
    assert line.endswith(f"▲ {name}")
    over = panels.paint_header(scene_of(played(3, picks=999)), PAINTER, 80).text()
    assert over.endswith("The game is over")


def test_key_hints_without_room_are_omitted_completely() -> None:
    scene = scene_of(new_match(2))
    keys = [("a", words("one")), ("b", words("two")), ("c", words("a long one"))]
    for width in range(1, 40):
        text = panels.paint_keys(scene, keys, width).text()
        whole = ("", "a one", "c a long one", "a one  c a long one", "a one  b two  c a long one")
        assert text.strip() in whole, "the way out is omitted last"
        assert width < 13 or text.rstrip().endswith("c a long one")
        assert len(text) <= width


@pytest.mark.parametrize("width", range(43, 60))
def test_the_way_back_comes_after_a_refusal_if_there_is_room(width: int) -> None:
    """People who press a wrong key in a form look for the way out of it."""
    scene, refusal = scene_of(new_match(2)), "The key e does nothing."
    keys = [("Enter", words("confirm")), (panels.BACK_KEY, words("back"))]
    keys += [("?", words("help")), ("q", words("menu"))]
    line = panels.paint_keys(scene, keys, width)
    for shown in (refusal[: -1 - cut] for cut in range(len(refusal) - 1)):
        refused = panels.paint_keys(scene, keys, width)
        panels.paint_refusal(refused, shown, scene, keys)
        text, back = refused.text(), refused.rects((buttons.KEY, panels.BACK_KEY))
        assert text.startswith(f" {shown}")
        assert len(back) == text.count("Escape back") <= 1
        gap = line.text().index("? help") - len(shown) - 3
        assert back or gap < len("Escape back") + 2
        for key in ("?", "q"):
            spot = refused.rects((buttons.KEY, key))
            assert not spot or spot == line.rects((buttons.KEY, key))


def test_essential_key_hints_stay_longest() -> None:
    scene = scene_of(new_match(2))
    rest = [("H", words("hint")), ("E", words("log")), ("?", words("help")), ("q", words("menu"))]
    keys = [("arrows", words("go from one to another")), ("Enter", words("choose")), *rest]
    line = panels.paint_keys(scene, keys, 40).text()
    assert line.strip() == "Enter choose  H hint  ? help  q menu"
    assert panels.paint_keys(scene, keys, 31).text().strip() == "Enter choose  ? help  q menu"


@pytest.mark.parametrize(
    ("ends", "chance", "lost", "expected"),
    [
        (True, None, (), "This ends your turn. Enter: confirm"),
        (False, words("Dice."), (), "This cannot be undone. Enter: confirm"),
        (False, None, (), "Enter: confirm"),
        (True, None, ("A die.",), "Enter: confirm anyway"),
    ],
)
def test_confirmation_says_what_would_be_lost(
    ends: bool, chance: Text | None, lost: Sequence[str], expected: str
) -> None:
    pick_preview = Preview((), new_match(2).state, True, chance, hands_over_turn=ends)
    assert scene_of(new_match(2)).translate(confirmation(pick_preview, lost)) == expected


def test_key_hints_can_be_clicked() -> None:
    canvas = panels.paint_keys(scene_of(new_match(2)), [("s", words("sheet"))], 30)
    assert canvas.spots.at(1, 0) == (buttons.KEY, "s")
    assert canvas.spots.at(6, 0) == (buttons.KEY, "s")
    assert canvas.spots.at(20, 0) is None


# ---------------------------------------------------------------------- the decision


def test_panel_shows_player_question_and_choices() -> None:
    match = played(4, picks=10, until="MoveLord")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    title, _, _, *lines = decision(scene, width=120, height=10).lines()
    seat = match.pending()[0].seat
    assert f"{scene.name(seat)}: Which tile in row" in title
    for choice, line in zip(scene.partial_pick.choices(), lines, strict=False):
        pointed = choice is scene.partial_pick.choice
        cap = f"»{choice.key}«" if pointed else f" {choice.key} "
        assert cap in line
        assert scene.translate(choice.label).split(" ")[0] in line


def test_plain_list_shows_every_choice_and_previews_the_selected_one() -> None:
    scene = scene_of(played(3, until="PlaceCoinToken"))
    assert scene.partial_pick is not None
    text = decision(scene, width=120, height=8).text()
    for choice in scene.partial_pick.choices():
        assert f"{choice.key}" in text
        assert scene.translate(choice.label) in text
    assert "earns" in text


def test_many_choices_scroll_with_the_cursor() -> None:
    match = played(5, until="PlaceScout")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    for index in range(len(scene.partial_pick.choices())):
        scene.partial_pick.input_mode.point(index)
        canvas = decision(scene)
        choice = scene.partial_pick.choice
        assert f"»{choice.key}« {scene.translate(choice.label)}" in canvas.text()
        assert canvas.rects((buttons.CHOICE, index))
        unseen = [
            other
            for other in range(len(scene.partial_pick.choices()))
            if not canvas.rects((buttons.CHOICE, other))
        ]
        ways = [place[1] for place in canvas.spots if place[0] == buttons.MORE]  # type: ignore[index]
        assert unseen
        assert ways
        assert set(ways) <= set(unseen)


def test_chosen_parts_follow_the_question() -> None:
    scene = scene_of(played(3, until="PlacePlotToken"))
    assert scene.partial_pick is not None
    assert "Field" not in decision(scene).lines()[0]
    scene.partial_pick.finish()
    line, roles = decision(scene).lines()[0], decision(scene).roles[0]
    assert ": Which column" in line
    assert line.rstrip().endswith("Field")
    assert roles[line.rindex("Field")] == "dim"


def test_message_replaces_the_preview_and_leaves_the_choices() -> None:
    scene = scene_of(played(3, until="PlaceCoinToken"))
    plain, with_message = decision(scene), decision(scene, message="No. " * 60)
    assert with_message.lines()[:2] == plain.lines()[:2]
    assert "Field: 3×2" in plain.text()
    assert "Field: 3×2" not in with_message.text()
    assert with_message.text().rstrip().endswith("…   +")


def test_preview_omits_plurals_of_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = scene_of(played(3, until="PlaceCoinToken"))
    lines = [
        words("You will have {n} coins left.", n=0),
        words("You lose {m} coins.", m=0),
        plural("{n} coin for you", "{n} coins for you", 0),
        plural("{n} house falls", "{n} houses fall", 2),
    ]
    monkeypatch.setattr(type(PAINTER), "preview", lambda *asked: lines)
    text = decision(scene, width=120, height=8).text()
    assert [scene.translate(line) in text for line in lines] == [True, True, False, True]


def test_confirmation_is_in_the_key_hints_with_a_way_out() -> None:
    scene = scene_of(played(3, picks=3))
    asked = scene.translate(words("This ends your turn. Enter: confirm"))
    keys = [(str(n), words("a key of some length")) for n in range(9)] + [("q", words("menu"))]
    line = panels.paint_keys(scene, keys, 80, asked)
    assert line.text().startswith(f" {asked}  0 a key")
    assert line.text().rstrip().endswith("q menu")
    assert line.roles[0][3] == "warn bold"
    assert line.spots.at(3, 0) == panels.CONFIRMATION_PLACE
    twice = [("Enter", words("choose")), *keys]
    assert panels.paint_keys(scene, twice, 80, asked).text() == line.text()


def test_clipped_panel_can_be_read_in_full() -> None:
    cut = 0
    for match in moments(5, every=5):
        scene = scene_of(match)
        canvas = decision(scene)
        if "…" in canvas.lines()[-1] + canvas.lines()[0]:
            assert canvas.rects(panels.FULL_TEXT_PLACE)
        lines = " ".join(line for line, _ in full_text_lines(scene, PAINTER, ""))
        assert "…" not in lines
        if canvas.rects(panels.FULL_TEXT_PLACE):
            cut += 1
            assert canvas.lines()[-1].rstrip().endswith("+")
    assert cut


def test_panel_names_who_is_choosing() -> None:
    match = played(3, picks=10)
    seat = match.pending()[0].seat
    scene = scene_of(match, seat=(seat + 1) % 3)
    assert f"{scene.name(seat)} is choosing" in decision(scene).text()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_final_panel_ranks_everybody_and_names_the_winner(players: int) -> None:
    match = played(players, picks=999)
    scene = scene_of(match)
    text = decision(scene).text()
    standings = match.game.standings(match.state)
    assert f"{scene.name(standings[0].seat)} wins" in text
    for standing in standings:
        assert f"{standing.place}. {scene.name(standing.seat)}: {standing.total}" in text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_panel_always_fits(language: str) -> None:
    for match in moments(5, language, every=5):
        scene = scene_of(match, language=language)
        canvas = decision(scene)
        assert canvas.height == 5
        assert all(len(line) <= 80 for line in canvas.lines())


# ---------------------------------------------------------------------- the log


def test_log_is_complete_in_order_and_cites_rules() -> None:
    match = played(3, picks=20)
    scene = scene_of(match)
    lines = log_view.log_lines(scene)
    entries = [note for _, notes in match.noted_events(0) for note in notes]
    assert [line.note for line in lines] == entries
    assert [line.number for line in lines] == sorted(line.number for line in lines)
    assert all(BOOK.rule(line.note.rule) for line in lines if line.note)
    assert len(log_view.log_lines(scene, last=1)) < len(lines)


def test_undone_moves_are_shown_only_on_request() -> None:
    match = played(3, picks=9, until="PlaceScout")
    seat = match.pending()[0].seat
    match.choose(seat, "stay")
    match.undo(seat)
    assert match.log[-1].kind == UNDO_EVENT
    scene = scene_of(match)
    assert not any(line.undone for line in log_view.log_lines(scene))
    lines = log_view.log_lines(scene, undone=True)
    undone = [line for line in lines if line.undone]
    assert undone
    assert all(line.role == "closed" and line.text.startswith("×") for line in undone)
    assert "undoes 1 step" in lines[-1].text


def test_log_shows_its_end_or_the_selected_line() -> None:
    scene = scene_of(played(3, picks=30))
    lines = log_view.log_lines(scene)
    bottom = log_view.paint_log(scene, lines, 60, 10)
    joined = " ".join(line.strip() for line in bottom.lines())
    assert lines[-1].text in joined
    for selected in (0, 5, len(lines) - 1):
        canvas = log_view.paint_log(scene, lines, 60, 10, selected)
        (row, *_) = [y for y in range(10) if canvas.chars[y][0] == "›"]
        assert canvas.spots.at(3, row) == (buttons.LOG, selected)


# ---------------------------------------------------------------------- the score sheet


def sheet(cells: Sequence[Sequence[int | str]], titles: Sequence[str]) -> Sheet:
    columns = tuple(Column(t, verbatim(t), verbatim(f"the meaning of {t}")) for t in titles)
    rows = tuple(
        Row(
            seat,
            Text("{seat}", None, 1, {"seat": Seat(seat)}),
            tuple(cell if isinstance(cell, int) else verbatim(cell) for cell in row),
        )
        for seat, row in enumerate(cells)
    )
    return Sheet("test", verbatim("Test"), columns, rows)


def test_flat_sheet_has_one_row_per_player() -> None:
    scene = scene_of(new_match(2))
    lines = sheet_view.paint_sheet(scene, sheet([[1, 22], [333, 4]], ["A", "B"]), 40).lines()
    assert [line.split() for line in lines] == [
        ["Test"],
        ["A", "B"],
        ["Anna", "1", "22"],
        ["Boris", "333", "4"],
    ]
    assert lines[2].index("1") == lines[3].index("333") + 2, "flush right"


def test_too_wide_sheet_is_transposed() -> None:
    scene = scene_of(new_match(2))
    titles = [f"Column{n}" for n in range(12)]
    wide = sheet([range(12), range(100, 112)], titles)
    lines = sheet_view.paint_sheet(scene, wide, 60).lines()
    assert lines[1].split() == ["Anna", "Boris"]
    assert lines[2].split() == ["the", "meaning", "of", "Column0", "0", "100"]
    assert len(lines) == 2 + 12


def test_transposed_sheet_has_the_total_first_and_no_lines_of_zeros() -> None:
    scene = scene_of(new_match(2))
    plain = sheet([[3, "0 (0+0)", 0, 8, 1], [0, "0", 0, 0, 2]], ["A", "B", "C", "Sum", "Place"])
    columns = [evolve(one, total=one.key == "Sum") for one in plain.columns]
    table = evolve(plain, columns=tuple(columns))
    lines = sheet_view.paint_sheet(scene, table, 60, upright=True).lines()[2:]
    assert [line.split()[3:6] for line in lines] == [
        ["Sum", "8", "0"],
        ["Place", "1", "2"],
        ["A", "3", "0"],
    ]


@pytest.mark.parametrize(
    ("cell", "nothing"),
    [
        *((cell, True) for cell in ("", "-", "0", "0 (0+0)", "0/0/0")),
        *((cell, False) for cell in ("10", "0 (4)", "-3", "Reeve")),
    ],
)
def test_cells_of_zeros_say_nothing(cell: str, nothing: bool) -> None:
    assert says_nothing(cell) is nothing


def test_column_meanings_are_shown_where_there_is_room() -> None:
    scene = scene_of(played(5, picks=20))
    result = scene.sheets()[0]
    narrow = sheet_view.paint_sheet(scene, result, 39, upright=True).text()
    wide = sheet_view.paint_sheet(scene, result, 120, upright=True).text()
    for name, meaning in (
        ("Farmers", "Farmers in the fief"),
        ("Graveyard", "Tiles in the graveyard"),
    ):
        assert name in narrow
        assert meaning not in narrow
        assert meaning in wide


def test_columns_without_room_in_a_transposed_sheet_are_omitted() -> None:
    scene = scene_of(played(5, picks=20))
    narrow = sheet_view.paint_sheet(scene, scene.sheets()[0], 39, upright=True)
    assert "Tie" not in narrow.text()
    assert "…" not in "".join(narrow.lines()[2:])


def test_score_sheet_is_complete_on_its_page_at_80_columns() -> None:
    for match in moments(5, every=17):
        scene = scene_of(match)
        result = scene.sheets()[0]
        lines = sheet_view.paint_sheet(scene, result, 80).lines()
        assert lines[1].split() == [scene.translate(column.title) for column in result.columns]
        for row, line in zip(result.rows, lines[2:], strict=False):
            cells = [
                c if isinstance(c, int) else scene.translate(c) for c in row.cells if c is not None
            ]
            assert line.split()[1:] == [str(cell) for cell in cells]


@given(st.lists(st.integers(-50, 999), min_size=5, max_size=5), st.integers(40, 120))
def test_no_sheet_is_wider_than_its_room(cells: list[int], width: int) -> None:
    scene = scene_of(new_match(2))
    table = sheet([cells, cells[::-1]], ["A", "Bee", "Sea", "Deer", "Eel"])
    for upright in (None, True):
        canvas = sheet_view.paint_sheet(scene, table, width, upright=upright)
        assert all(len(line) <= width for line in canvas.lines())
        shown = [cell for cell in cells if cell]
        assert all(str(cell) in canvas.text() for cell in shown)


def test_changed_cells_flash() -> None:
    match = played(3, picks=20, until="MoveLord")
    before = cells_of(match.game.sheets(match.view(None)))
    seat = match.pending()[0].seat
    while match.pending()[0].seat == seat:
        match.choose(seat, match.options(seat)[0])
    scene = scene_of(match)
    after = cells_of(scene.sheets())
    scene.earlier_cells = before
    result = scene.sheets()[0]
    canvas = sheet_view.paint_sheet(scene, result, 120)
    flashed = sum(
        before_ != "flash" and role == "flash"
        for row in canvas.roles
        for before_, role in zip(["", *row], row, strict=False)
    )
    changed = [key for key in after if key[0] == result.key and after[key] != before[key]]
    assert flashed == len(changed) > 0


# ---------------------------------------------------------------------- help


def test_help_shows_the_guide_passages_of_the_question() -> None:
    match = played(3, until="MoveLord")
    scene = scene_of(match)
    lines = [text for text, _ in help_pages.help_lines(scene, PAINTER, [], GUIDE, BOOK)]
    assert lines[0].startswith("Which tile in row")
    passages = GUIDE.passages_on(match.pending()[0].decision.rules)
    assert passages
    for passage in passages:
        assert passage.plain in lines
    assert not any("MID-" in line for line in lines), "rule ids are for developers"
    assert any("a farmer" in line for line in lines)


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_symbols_are_not_below_all_keys_in_the_help(game: str, size: tuple[int, int]) -> None:
    """Players look for a symbol first, because the table shows most keys."""
    match = Match.begin(game, [("Anna", "person"), ("Boris", "person")], seed="1")
    with seated(match, size) as table:
        table.press("question_mark")
        shown = table.picture.canvas.text()
        while "Symbols" not in shown:
            assert "Keys (you can" not in shown
            table.press("pagedown")
            shown = table.picture.canvas.text()
        (row,) = [line for line in shown.splitlines() if "Symbols" in line]
        assert size[0] == 80 or "Keys (you can" in row, "side by side"


def test_wrapped_meanings_have_a_hanging_indent() -> None:
    scene = scene_of(new_match(2))
    keys = [("x", words("meaning " * 20))]
    lines = help_pages.help_lines(scene, PAINTER, keys, GUIDE, BOOK)
    at = next(n for n, (text, _) in enumerate(lines) if text.lstrip().startswith("x  meaning"))
    canvas, _ = help_pages.paint_lines(scene, lines[at : at + 1], 60, 10, 0)
    shown = [line for line in canvas.lines() if line]
    assert len(shown) > 2
    assert all(line.index("meaning") == 2 + MEANING_COLUMN for line in shown)


def test_long_pages_scroll_to_their_end() -> None:
    scene = scene_of(new_match(2))
    lines = [(f"line {n}", "text") for n in range(30)]
    top, most = help_pages.paint_lines(scene, lines, 40, 10, 0)
    assert most == 20
    assert "▾" in top.text()
    assert "▴" not in top.text()
    end, _ = help_pages.paint_lines(scene, lines, 40, 10, 99)
    assert "line 29" in end.text()
    assert "▾" not in end.text()
    assert "▴" in end.text()


@pytest.mark.parametrize("reader", [0, None])
def test_help_does_not_reveal_a_secret_choice_of_another_seat(reader: int | None) -> None:
    session = new_session("era", 2, seed="3")
    placed = session.ask(1)
    session.choose(placed, placed.decision.sample(placed.view, Dice(b"piece")))
    while any(pending.seat == 0 for pending in session.match_view.pending()):
        asked = session.ask(0)
        session.choose(asked, asked.decision.sample(asked.view, Dice(b"kit")))
    (pending,) = session.match_view.pending()
    own = Scene.of(
        session.match_view,
        1,
        Translator("en", NAMES),
        theme(),
        partial_pick=PartialPick(session.ask(1)),
    )
    scene = Scene.of(session.match_view, reader, Translator("en", NAMES), theme())
    painter, own_guide, book = painter_for("era"), guide("era"), rulebook("era", "en")
    question = own.partial_pick.question.plain()  # type: ignore[union-attr]
    text = "\n".join(line for line, _ in help_pages.help_lines(scene, painter, (), own_guide, book))
    assert question in "\n".join(
        line for line, _ in help_pages.help_lines(own, painter, (), own_guide, book)
    )
    assert question not in text
    assert "Left:" not in text
    assert own_guide.passages_on(pending.decision.rules)[0].plain in text


@pytest.mark.parametrize(("seats", "reader"), [(3, 0), (3, None), (1, None)])
def test_waiting_player_reads_the_rules_of_this_table(seats: int, reader: int | None) -> None:
    session = new_session("era", seats, seed="3")
    scene = Scene.of(session.match_view, reader, Translator("en", NAMES), theme())
    painter, own_guide, book = painter_for("era"), guide("era"), rulebook("era", "en")
    text = "\n".join(line for line, _ in help_pages.help_lines(scene, painter, (), own_guide, book))
    assert ("Two keeps, one longhouse and all tokens stay in the box" in text) == (seats == 1)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_every_sheet_heading_is_a_word_or_explained(game: str, language: str) -> None:
    for picks in (0, 40, 1000):
        translator = Translator(language, NAMES[:3])
        scene = Scene.of(new_session(game, picks=picks).match_view, 0, translator, theme())
        for sheet, width in product(scene.sheets(), (80, 120, 160)):
            text = sheet_view.paint_sheet(scene, sheet, width).text()
            is_flat = f"\n {scene.translate(sheet.rows[0].title)}" in text
            for number, column in enumerate(sheet.columns):
                cells = [
                    scene.translate(cell) if isinstance(cell, Text) else str(cell or 0)
                    for cell in (row.cells[number] for row in sheet.rows)
                ]
                if not is_flat and all(map(says_nothing, cells)):
                    continue
                head = scene.translate(column.title)
                names = [scene.translate(one) for one in (column.name, column.meaning) if one]
                is_word = (len(head) > 2 or head.isdecimal()) and f" {head}" in text
                assert is_word or any(name in text for name in names), f"{head}:\n{text}"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_every_explained_column_of_a_sheet_is_explained(game: str, language: str) -> None:
    for seats, picks in product(load(game).players, (40, 1000)):
        if seats < 2:
            continue
        match_view = new_session(game, seats, picks=picks).match_view
        scene = Scene.of(match_view, 0, Translator(language, NAMES[:seats]), theme())
        for sheet, width in product(scene.sheets(), (80, 120)):
            text = sheet_view.paint_sheet(scene, sheet, width).text()
            for column in sheet.columns:
                meaning = scene.translate(column.meaning)
                shown = f" {scene.translate(column.name or column.title)} " in text
                told = meaning.rpartition(": ")[2] in " ".join(text.split())
                assert told or not shown or not column.explained, f"{meaning}:\n{text}"


def test_long_advice_leaves_a_row_for_the_preview() -> None:
    scene = scene_of(played(3, until="PlaceCoinToken"))
    advice = "Hint: " + "a long word of advice, " * 60
    free = decision(scene, width=120, height=12)
    advised = decision(scene, width=120, height=12, message=advice, advised=True)
    assert "earns" in free.text()
    assert "earns" in advised.lines()[-1]
    assert "a long word of advice" in advised.lines()[-2]


def test_key_of_the_full_text_covers_no_letter_without_an_ellipsis() -> None:
    covered = 0
    for match in moments(5, every=5):
        scene = scene_of(match)
        for width in range(80, 110, 3):
            canvas = decision(scene, width=width)
            if canvas.rects(panels.FULL_TEXT_PLACE):
                before = canvas.lines()[-1][: width - 4]
                covered += before[-1] == "…"
                assert before[-1] in " …", before
    assert covered
