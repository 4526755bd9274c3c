"""Writes decks with difficult content into a folder, together with Anki's rendering of each card:

    python cases.py FOLDER DECK...

Decks named on the command line are rendered too. `shows.json` has, for each deck, the question and answer of each card
as text. `compare.py` converts our Markdown of the same decks to text in the same way.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from reduce import of_anki

BEFORE_AND_AFTER = [("a", "b"), ("这", "词"), ("(", ")"), ("a ", " b"), ("f", "=2")]
INSIDE = ["x", "(x)", "「重要」", "关键（key）", "-op", "x!", "‘강조’", "$5", "a*b", "é_", "\\(y\\)"]
SIGNS = ["50%", "a&amp;b", "#1", "i_j", "n^2", "{a}", "$5", "~x", "a\\b", "<i>i</i>", "<b>T</b>", "k<sup>2</sup>", "a<br>b", "+", "é漢", "x|y"]
FORMULAS = [
    "12\\$", "\\$5 + \\$7 = 12\\$", "f = 1 \\text{ if $x$ is odd}", "x_1 &lt; y", "50\\%", "a &amp; b", "\\#1 \\_ \\{x\\}", "x^{a^b}", "\\text{a $b$ c $d$}",
    "|x|", "\\frac{1}{2}", "\\begin{matrix}a &amp; b\\end{matrix}", "\\mathrm{kg}~m", "5$", "\\text{\\textbf{b}}", "x'",
]
TEXTS = [
    "&amp;lt; and &amp;copy; ?", "R&amp;D; AT&amp;T", "&amp;#60; &amp;amp;amp;", "1. no list", "# none", "- none", "+ none", "> none", "a | b", "[x](y)",
    "![x](y)", "`code`", "~~~", "***", "a\\b", "\\(never closed", "https://x.org/a_b", "www.x.org/a_b!", "a_b@c.de", "&lt;b&gt;", "x &lt; y &gt; z", "$5 or $6",
    "a&nbsp;b", "[^1]: x", "= x", "1) x", "2*3*4", "_x_ __y__", "{{x}}", "&quot;q&quot; &#39;q&#39;", "&hellip; &rarr; &alpha;", "a<br><br>b", "<div>a</div><div>b</div>", "a &amp;amp b", "it's &lt;3",
    "Look!<a href='https://x.org'>a b</a>", "5. May", "&amp;amp;lt; &amp;ouml; &amp;AMP;",
]
LISTS = [
    "<ol>" + "".join(f"<li>s{n}</li>" for n in range(1, 10)) + "<li>ten<ul><li>inside ten</li></ul></li><li>eleven</li></ol>",
    '<ol start="5"><li>five</li><li>six</li></ol>',
    '<ol start="98"><li>a</li><li>b<ol><li>c</li></ol></li><li>d<ol start="3"><li>e</li></ol></li></ol>',
    "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul>after</li><li>d</li></ul>",
    "<ol><li>a</li></ol><ol><li>b</li></ol>", "<ul><li>a</li></ul><ul><li>b</li></ul>", "<ol><li>a</li></ol>text<ol><li>b</li></ol>",
    "<ul><li><b>(x)</b>y</li><li>x<sub>2</sub></li></ul>", "<ol><li>a<br>b</li><li><p>c</p><p>d</p></li></ol>", "<ol start=0><li>zero</li></ol>",
    "<table><tr><td>a|b</td><td>\\(|x|\\)</td></tr><tr><td>c</td><td>d<sup>|</sup></td></tr></table>", "<ul><li>1. x</li><li># y</li></ul>",
    "<h1>Title</h1>text<h4>1. Sub</h4><h6>C #</h6>", "a<blockquote>b<br># c<ul><li>d</li></ul></blockquote>e", "<blockquote>a<blockquote>b</blockquote></blockquote><blockquote>c</blockquote>",
    "<ol><li>a<blockquote>b<pre>c\n\nd</pre></blockquote></li><li>e</li></ol>", "<ul><li><ul><li>a</li></ul></li><li>b<h2>c</h2>d</li></ul>",
    "<ul><li><pre>a|b</pre>c</li><li><table><tr><td>d</td></tr></table>e</li></ul>", "<blockquote>&gt; a<hr>- b</blockquote>", "<span>1</span>. a<br>:-",
    "<ol><li>a</li><ol><li>b</li><li>c</li></ol><li>d</li></ol>", "<ol start=99><li>x<ul><li>y<ol start=10><li>z</li></ol></li></ul></li><li>w</li></ol>",
    "<ol><li value=7>a</li><li>b</li></ol>", "<ol><li>a</li><li value=5>b<ul><li>c</li></ul></li><li>d</li></ol>",
    "<table><tr><td colspan=2>wide</td></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>", "a</br>b",
]
GAPS = [
    "{{c1,2::a::h}} {{c2::b}}", "Nouns in {{c1::-tion}} or {{c2::-sion}} are {{c1,2::feminine}}.", "Only {{c1,2::shared}} here.", "{{c1::a {{c2::b::hint}} c::outer}}",
    "f{{c1::(x)}}=2x", "{{c1::x::<b>h</b>}} y", "{{c2,1,1::a}} {{c1::open", "{{c1::a}} }} {{x}}", "{{c0::z}} {{c1::y}}", "{{c1::\\(x\\)}} and \\(a + {{c2::b}}\\)",
    "这是{{c1::（重要）}}词", "{{c1::std}}{{c2::vector}}", "{{c3::late}} {{c1::x<sub>2</sub>}}", "{{c01::y}}", "{{c1::R&amp;D;}} &amp;lt;",
    "{{c1::a::}} b", "{{c1::a::h {{c2::b}} c}}", "{{c1::x {{c2::a::b::c}} y}}", "{{c1::{{c2,3::in}} out}} z", "<ul><li>{{c1::a}}</li><li>{{c2::b}}</li></ul>",
]
# Field names, field values, question template and answer template.
TEMPLATES = [
    ("Word|Mnemonic|Meaning", "ubiquitous|the bus|found everywhere", "{{Word}}<br>{{hint:Mnemonic}}", "{{FrontSide}}<hr id=answer>{{Meaning}}"),
    ("Word|Mnemonic|Meaning", "ubiquitous|the bus|found", "{{Word}}", "{{FrontSide}}<hr id=answer>{{Meaning}}{{hint:Mnemonic}}"),
    ("F|B", "<b>a</b> &lt; x &amp;amp;|z", "{{text:F}}", "{{FrontSide}}<hr id=answer>{{text:B}}"),
    ("F|B", " 漢字[かんじ]と 東京[とうきょう]|z", "{{furigana:F}}", "{{FrontSide}}<hr id=answer>{{kana:F}}, {{kanji:F}} {{B}}"),
    ("F|B", "a b[c]d|z", "{{kanji:text:F}}", "{{FrontSide}}<hr id=answer>{{kana:F}}{{edit:B}}"),
    ("F|B", "a|b", "{{F}} {{Tags}} {{Type}} {{Deck}} {{Subdeck}} {{Card}}", "{{FrontSide}}<hr id=answer>{{B}}"),
    ("F|B", "a|<br>", "{{F}} {{#B}}has{{/B}}{{^B}}none{{/B}} {{#Tags}}T{{/Tags}}", "{{FrontSide}}<hr id=answer>x{{B}}"),
    ("F|B", "a|<div> &nbsp;</div>", "{{F}} {{#B}}has{{/B}}", "{{FrontSide}}<hr id=answer>x{{B}}"),
    ("F|B", "a|b", "{{F}} <!-- {{#B}} --> {{unknown:B}}", "{{FrontSide}}<hr id=answer>{{B}}"),
    ("F|B", "a|b", "{{F}}", "{{B}}<hr id=answer>mid<hr id=answer>{{B}}"),
    ("F|B", "a|b", "{{F}}", "{{FrontSide}} {{B}}"),
    ("F|B|H", "a|b|one &lt; x", "{{F}} {{#H}}Help: {{hint:H}}{{/H}}", "{{FrontSide}}<hr id=answer>{{B}}"),
    ("F|B|H|I", "a|b|one|two", "{{F}} {{hint:H}} {{hint:I}}", "{{FrontSide}}<hr id=answer>{{B}} x"),
    ("F|B|H", "a|b|", "{{F}} {{hint:H}}", "{{FrontSide}}<hr id=answer>{{B}} y"),
    ("F|B", "a|", "{{F}}", "{{FrontSide}}{{#B}}<hr id=answer>Answer: {{B}}{{/B}}{{^B}}<hr id=answer>nothing{{/B}}"),
    ("F|B|I", "a|b z|", "{{F}}", "{{#I}}{{FrontSide}}<hr id=answer>{{I}}{{/I}}{{^I}}{{F}}<hr id=answer>{{/I}}{{B}}"),
    ("F|H|B", "a|h <b>x</b>|b", "{{F}} {{text:hint:H}}", "{{FrontSide}}<hr id=answer>{{B}}"),
    ("F|H|B", "a|h <b>x</b>|b", "{{F}} {{hint:text:H}}", "{{FrontSide}}<hr id=answer>{{B}} z"),
    ("F|B", "x {{c1::y}} {{c2::z}}|b", "{{cloze:F}} w", "{{FrontSide}}<hr id=answer>{{cloze:F}} {{B}}"),
    ("F|B", "a|c", "{{=<% %>=}}<%F%>", "{{=<% %>=}}<%FrontSide%><hr id=answer><%B%>"),
]


def rendered(collection):
    cards = [collection.get_card(card) for card in collection.find_cards("", order="c.id")]
    return [of_anki(card.render_output()) for card in cards]


def imported(path):
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(f"{folder}/collection.anki2")
        collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions()))
        shown = rendered(collection)
        collection.close()
        return shown


def note_type(collection, number, names, question, answer):
    kind = collection.models.copy(collection.models.by_name("Basic"), add=False)
    kind.update(id=0, name=f"Kind {number}", flds=[])
    for name in names:
        collection.models.add_field(kind, collection.models.new_field(name))
    kind["tmpls"][0].update(qfmt=question, afmt=answer)
    collection.models.add_dict(kind)
    return collection.models.by_name(f"Kind {number}")


def written(path):
    """Writes a deck with these notes. Returns Anki's rendering of its cards."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(f"{folder}/collection.anki2")
        deck = collection.decks.id("Hard::Cases")

        def add(kind, *fields, tags=()):
            note = collection.new_note(kind)
            note.fields[: len(fields)] = list(fields)
            note.tags = list(tags)
            collection.add_note(note, deck)

        basic, cloze = (collection.models.by_name(name) for name in ["Basic", "Cloze"])
        for number, inside in enumerate(INSIDE):
            for before, after in BEFORE_AND_AFTER:
                tag = "bis"[(number + len(before)) % 3]
                add(basic, f"{before}<{tag}>{inside}</{tag}>{after}", f"x <b><i>{inside}</i></b>{after}")
        for sign in SIGNS:
            add(basic, f"x<sup>{sign}</sup> y<sub>{sign}</sub>z", f"<b>v<sup>{sign}</sup></b><sub>2</sub>")
        for formula in FORMULAS:
            add(basic, f"so \\({formula}\\), and", f"\\({formula}\\)\\(b\\) \\[{formula}\\]")
        for place, text in enumerate(TEXTS):
            add(basic, text, f"x {text} y")
            add(basic, f"<i>{text}</i> {place}", f"<ul><li>{text}</li></ul>")
        for place, one in enumerate(LISTS):
            add(basic, f"List {place}", one)
        for gaps in GAPS:
            add(cloze, gaps, "extra")
        for number, (names, values, question, answer) in enumerate(TEMPLATES):
            add(note_type(collection, number, names.split("|"), question, answer), *values.split("|"), tags=["one", "two"])
        shown = rendered(collection)
        options = ExportAnkiPackageOptions(with_scheduling=False, with_deck_configs=False, with_media=False, legacy=False)
        collection.export_anki_package(out_path=str(path), options=options, limit=DeckIdLimit(deck))
        collection.close()
        return shown


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    shows = {"hard.apkg": written(folder / "hard.apkg")}
    for path in map(Path, sys.argv[2:]):
        shows[path.name] = imported(path)
        shutil.copy(path, folder / path.name)
    (folder / "shows.json").write_text(json.dumps(shows))
