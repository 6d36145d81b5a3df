"""Pictures of terminals: colours, places and letters are those of the terminal."""

from xml.etree import ElementTree

from tests.support.screens.svg import BASIC, HEIGHT, INK, MARGIN, PAPER, WIDTH, Style, colour, svg

TEXT = "{http://www.w3.org/2000/svg}text"


def test_words_stand_where_they_stood() -> None:
    picture = ElementTree.fromstring(svg("one  \x1b[1mtwo\x1b[0m\n <3 & é", 20, "A & B"))
    texts = [(each.text, float(each.attrib["x"])) for each in picture.iter(TEXT)]
    assert texts == [
        ("one", MARGIN),
        ("two", MARGIN + 5 * WIDTH),
        ("<3 & é", MARGIN + WIDTH),
    ]
    bold = [each.text for each in picture.iter(TEXT) if each.get("font-weight") == "bold"]
    assert bold == ["two"]
    assert float(picture.attrib["height"]) == 2 * HEIGHT + 2 * MARGIN


def test_escape_sequences_are_colours() -> None:
    assert Style().after([31]).ink == f"#{BASIC[1]}"
    assert Style().after([97, 104]) == Style(ink=f"#{BASIC[15]}", paper=f"#{BASIC[12]}")
    assert Style().after([38, 5, 196, 1]) == Style(ink="#ff0000", bold=True)
    assert Style().after([48, 2, 1, 2, 3]).paper == "#010203"
    assert Style(ink="#111111", paper="#222222").after([39, 49]) == Style(INK, PAPER)
    assert Style(bold=True, reverse=True).after([0]) == Style()
    assert colour([5, 244]) == "#808080"
