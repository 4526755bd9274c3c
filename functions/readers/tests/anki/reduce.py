"""Converts the two forms of a card to the same text: Anki's HTML and our Markdown. List numbers, formulas and readings
are kept."""

import re
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

BLOCKS = {"p", "div", "li", "ul", "ol", "br", "hr", "table", "tr", "td", "th", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"}


class Text(HTMLParser):
    """Collects the text of HTML. List items start with one `>` per nesting level and their number or a hyphen."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts, self.lists, self.skipped = [], [], 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("rp", "style", "script"):
            self.skipped += 1
        if tag in ("ul", "ol"):
            self.lists.append(int(attributes.get("start") or 1) if tag == "ol" else None)
        if tag in BLOCKS:
            self.parts.append(" ")
        if tag == "rt":
            self.parts.append("(")
        if tag == "li" and self.lists:
            if self.lists[-1] is not None:
                self.lists[-1] = int(attributes.get("value") or self.lists[-1])
            number = self.lists[-1]
            self.parts.append(f"{'>' * len(self.lists)}{'-' if number is None else f'{number}.'} ")
            if number is not None:
                self.lists[-1] += 1

    def handle_endtag(self, tag):
        if tag in ("rp", "style", "script"):
            self.skipped -= 1
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        if tag in BLOCKS:
            self.parts.append(" ")
        if tag == "rt":
            self.parts.append(")")

    def handle_data(self, data):
        if not self.skipped:
            self.parts.append(data)


def text_of(html):
    parser = Text()
    parser.feed(html)
    parser.close()
    text = "".join(parser.parts).replace("\u200b", "")
    # Formulas are rendered, so spaces around them do not matter.
    text = re.sub(r"\s*(⟦.*?⟧)\s*", lambda found: found[1], text, flags=re.S)
    return re.sub(r"\s+", " ", text).strip()


def formula(tex):
    tex = re.sub(r"<[^>]*>", " ", tex)
    for ours, written in [("\\text{\\textdollar}", "$"), ("\\$", "$"), ("\\(", "$"), ("\\)", "$"), ("\\Vert", "\\|"), ("\\vert", "|")]:
        tex = tex.replace(ours, written)
    return "⟦" + re.sub(r"\s+", "", tex) + "⟧"


def of_html(html):
    html = re.sub(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", lambda found: formula(found[1] or found[2] or ""), html, flags=re.S)
    return text_of(html)


HINT = re.compile(r'<a class=hint.*?>\s*([^<]*)</a>\s*<div id="hint\w+" class=hint[^>]*>(.*?)</div>', re.S)


def of_anki(output):
    """Returns the text of question and answer. The answer does not repeat the question, and hints are shown only in the
    answer."""
    question, answer = output.question_text, output.answer_text
    hints = [f"<div>{name}: {text}</div>" for name, text in HINT.findall(question)]
    before, line, behind = answer.partition("<hr id=answer>")
    rest = behind if line else answer.removeprefix(question)
    shown = HINT.sub(r"<div>\1: \2</div>", rest) + "".join(hints)
    return [of_html(HINT.sub("", question)), of_html(shown)]


RAISED = [("\\textdollar{}", "$"), ("\\textasciicircum{}", "^"), ("\\textasciitilde{}", "~"), ("\\textbackslash{}", "\\"), ("\\textbar{}", "|")]


def raised(tex):
    """Returns the text of a formula that is used only for superscript or subscript."""
    tex = re.sub(r"\\text(bf|it)?\{", "{", tex)
    kept = {}
    for number, (ours, written) in enumerate([*RAISED, *((f"\\{sign}", sign) for sign in "%&#_{}")]):
        kept[chr(0xF000 + number)] = written
        tex = tex.replace(ours, chr(0xF000 + number))
    tex = re.sub(r"[_^]?\{|\}", "", tex)
    return "".join(kept.get(sign, sign) for sign in tex)


def of_ours(markdown):
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).use(dollarmath_plugin, double_inline=True)

    def drawn(self, tokens, index, options, env):
        tex = tokens[index].content
        shown = raised(tex) if re.match(r"[_^]\{", tex) else formula(tex)
        return shown.replace("&", "&amp;").replace("<", "&lt;")

    for kind in ["math_inline", "math_inline_double", "math_block"]:
        reader.add_render_rule(kind, drawn)
    return text_of(reader.render(markdown))
