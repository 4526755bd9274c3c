"""Writes PDFs whose structure is known, for `cargo xtask bench text`: python write.py FOLDER CHROMIUM

Beside each PDF, a JSON file has its blocks in reading order and the text that its pages repeat around them. Needs
pdflatex with beamer, LibreOffice and DejaVu (the bench names Debian's packages) and reportlab (PyPI).
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table

FONTS = "/usr/share/fonts/truetype/dejavu/"

COMMON = """the of a and in to is that for with as by on an are from this which be at each has its we it or not can
between under every where given then when also only most such two new same""".split()
SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi wo xu za ken lor mis nav pel ral sel tor vum".split()


class Writer:
    """Text of one document: sentences in which every third word occurs nowhere else."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.used = set()
        self.blocks = []
        self.running = []
        self.has_page_numbers = False

    def word(self):
        while True:
            word = "".join(self.random.choice(SYLLABLES) for _ in range(self.random.randint(3, 4)))
            if word not in self.used:
                self.used.add(word)
                return word

    def sentence(self, words=12):
        some = [self.word() if index % 3 == 0 else self.random.choice(COMMON) for index in range(words)]
        return " ".join(some).capitalize() + "."

    def paragraph(self, sentences=5):
        return self.add("paragraph", " ".join(self.sentence(self.random.randint(8, 16)) for _ in range(sentences)))

    def title(self, words=3):
        return " ".join(self.word().capitalize() for _ in range(words))

    def heading(self, level, number="", words=3):
        text = self.title(words)
        self.add("heading", f"{number} {text}".strip(), level)
        return text

    def add(self, kind, text, level=None):
        self.blocks.append({"kind": kind, "text": text, "level": level})
        return text

    def run(self, text):
        """Notes text that pages repeat."""
        self.running.append(text)
        return text


def latex(folder, name, source):
    (folder / "note.tex").write_text(source)
    for _ in range(2):
        options = ["-interaction=batchmode", "-output-directory", folder, folder / "note.tex"]
        subprocess.run(["pdflatex", *options], check=False, stdout=subprocess.DEVNULL)
    return name, folder / "note.pdf"


def article(w, columns, has_outline, has_head):
    """An article with sections, a list, a table, a caption, a formula, and perhaps running heads."""
    head = w.run(w.title(2)) if has_head else ""
    w.has_page_numbers = True
    body = [rf"\title{{{w.heading(1, words=4)}}}\author{{{w.add('paragraph', w.title(2))}}}\date{{}}\maketitle"]
    if has_head:
        body.append(r"\thispagestyle{fancy}")
    for section in range(1, 6):
        body.append(rf"\section{{{w.heading(2, str(section))}}}")
        body += [w.paragraph(), "", w.paragraph(7), ""]
        if section == 2:
            items = [w.add("listItem", w.sentence(9)) for _ in range(4)]
            body.append(r"\begin{itemize}" + "".join(rf"\item {item}" for item in items) + r"\end{itemize}")
        if section == 3:
            rows = [[w.word() for _ in range(3)] for _ in range(5)]
            cells = r" \\ ".join(" & ".join(row) for row in rows)
            w.add("table", " ".join(" ".join(row) for row in rows))
            body.append(rf"\begin{{center}}\begin{{tabular}}{{lll}}{cells}\end{{tabular}}\end{{center}}")
        if section == 4:
            body.append(r"\[ \int_0^1 x^2 \, dx = \frac{1}{3} + \sum_{k=1}^n a_k \]")
            body += [w.paragraph(3), ""]
        for sub in range(1, 3):
            body.append(rf"\subsection{{{w.heading(3, f'{section}.{sub}')}}}")
            body += [w.paragraph(6), "", w.paragraph(4), ""]
    hyperref = r"\usepackage[bookmarksopen]{hyperref}" if has_outline else ""
    style = r"\pagestyle{fancy}\fancyhf{}\fancyhead[L]{%s}\fancyfoot[C]{\thepage}" % head if has_head else r"\pagestyle{plain}"
    return rf"""\documentclass[{columns}]{{article}}\usepackage[T1]{{fontenc}}\usepackage{{lmodern,fancyhdr}}{hyperref}{style}
\begin{{document}}{chr(10).join(body)}\end{{document}}"""


def slides(w, theme):
    w.has_page_numbers = True
    frames = [rf"\title{{{w.heading(1)}}}\author{{{w.add('paragraph', w.title(2))}}}\date{{}}\frame{{\titlepage}}"]
    for _ in range(8):
        title = w.heading(2, words=2)
        items = [w.add("listItem", w.sentence(7)) for _ in range(4)]
        text = w.paragraph(2)
        frames.append(
            rf"\begin{{frame}}{{{title}}}\begin{{itemize}}"
            + "".join(rf"\item {item}" for item in items)
            + rf"\end{{itemize}} {text}\end{{frame}}"
        )
    return rf"""\documentclass{{beamer}}\usepackage[T1]{{fontenc}}\usepackage{{lmodern}}\usetheme{{{theme}}}
\setbeamertemplate{{footline}}[page number]\begin{{document}}{chr(10).join(frames)}\end{{document}}"""


def exercises(w):
    w.has_page_numbers = True
    body = [rf"\begin{{center}}{{\Large\bfseries {w.heading(1)}}}\end{{center}}"]
    for number in range(1, 7):
        body.append(rf"\section*{{{w.heading(2, f'Exercise {number}', 2)}}}".replace("*{", f"*{{Exercise {number} "))
        body.append(w.paragraph(3))
        items = [w.add("listItem", w.sentence(10)) for _ in range(3)]
        body.append(r"\begin{enumerate}" + "".join(rf"\item {item}" for item in items) + r"\end{enumerate}")
    return r"\documentclass[11pt]{article}\usepackage[T1]{fontenc}\usepackage{lmodern}\begin{document}" + "\n".join(body) + r"\end{document}"


def html_article(w, style=""):
    parts = [f"<h1>{w.heading(1)}</h1>"]
    for section in range(5):
        parts.append(f"<h2>{w.heading(2)}</h2><p>{w.paragraph()}</p><p>{w.paragraph(7)}</p>")
        if section == 1:
            items = [w.add("listItem", w.sentence(9)) for _ in range(4)]
            parts.append("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>")
        if section == 3:
            rows = [[w.word() for _ in range(3)] for _ in range(4)]
            w.add("table", " ".join(" ".join(row) for row in rows))
            cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
            parts.append(f"<table style='width:100%'>{cells}</table>")
        parts.append(f"<h3>{w.heading(3)}</h3><p>{w.paragraph(6)}</p><p>{w.paragraph(6)}</p>")
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>x</title><style>{style}</style><body>{''.join(parts)}</body></html>"


def html_out_of_order(w):
    """Two columns below a heading. In the file, the right column comes first and the heading last."""
    pages = []
    for _ in range(3):
        heading = f"<h1 style='position:absolute;top:0;left:0;margin:0;font-size:17px'>{w.heading(1)}</h1>"
        left = "".join(f"<p>{w.paragraph(5)}</p>" for _ in range(4))
        right = "".join(f"<p>{w.paragraph(5)}</p>" for _ in range(4))
        column = "<div style='position:absolute;top:40px;width:46%;{}:0'>{}</div>"
        parts = column.format("right", right) + column.format("left", left) + heading
        pages.append(f"<div style='position:relative;height:900px;break-after:page'>{parts}</div>")
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>x</title><style>body{{font:11px serif}}</style>{''.join(pages)}</html>"


def html_slides(w):
    pages = []
    for _ in range(8):
        title = w.heading(1, words=2)
        items = "".join(f"<li>{w.add('listItem', w.sentence(8))}</li>" for _ in range(4))
        pages.append(f"<section><h1>{title}</h1><ul>{items}</ul></section>")
    style = "@page{size:960px 540px;margin:40px}section{break-after:page;font:26px sans-serif}h1{font-size:44px}"
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>x</title><style>{style}</style>{''.join(pages)}</html>"


def chromium(folder, program, name, page, *options):
    (folder / "note.html").write_text(page)
    common = ["--headless", "--no-sandbox", "--no-pdf-header-footer", f"--print-to-pdf={folder}/note.pdf"]
    subprocess.run([program, *common, *options, folder / "note.html"], check=True, capture_output=True)
    return name, folder / "note.pdf"


def libreoffice(folder, name, w, is_tagged):
    """A document in the flat format of LibreOffice, with a running head and page numbers."""
    w.has_page_numbers = True
    head = w.run(w.title(2))
    parts = [f'<text:h text:outline-level="1" text:style-name="H1">{w.heading(1)}</text:h>']
    for _ in range(4):
        parts.append(f'<text:h text:outline-level="2" text:style-name="H2">{w.heading(2)}</text:h>')
        parts += [f'<text:p text:style-name="T">{w.paragraph(6)}</text:p>' for _ in range(3)]
        parts.append(f'<text:h text:outline-level="3" text:style-name="H3">{w.heading(3)}</text:h>')
        parts += [f'<text:p text:style-name="T">{w.paragraph(6)}</text:p>' for _ in range(2)]
    heading = lambda level, size: (
        f'<style:style style:name="H{level}" style:family="paragraph" style:default-outline-level="{level}">'
        f'<style:paragraph-properties fo:margin-top="0.4cm" fo:margin-bottom="0.2cm"/>'
        f'<style:text-properties fo:font-size="{size}pt" fo:font-weight="bold"/></style:style>'
    )
    source = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles>{heading(1, 20)}{heading(2, 15)}{heading(3, 12)}
<style:style style:name="T" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.25cm"/>
<style:text-properties fo:font-size="11pt"/></style:style></office:styles>
<office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/>
<style:header-style><style:header-footer-properties fo:min-height="1cm" fo:margin-bottom="0.5cm"/></style:header-style>
<style:footer-style><style:header-footer-properties fo:min-height="1cm" fo:margin-top="0.5cm"/></style:footer-style></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P">
<style:header><text:p>{head}</text:p></style:header><style:footer><text:p><text:page-number/></text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text>{''.join(parts)}</office:text></office:body></office:document>"""
    (folder / "note.fodt").write_text(source)
    filter = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"%s"},"ExportBookmarks":{"type":"boolean","value":"false"}}'
    command = ["soffice", "--headless", "--convert-to", filter % str(is_tagged).lower(), "--outdir", folder, folder / "note.fodt"]
    subprocess.run(command, check=True, capture_output=True)
    return name, folder / "note.pdf"


def styles():
    pdfmetrics.registerFont(TTFont("Serif", FONTS + "DejaVuSerif.ttf"))
    pdfmetrics.registerFont(TTFont("Serif-Bold", FONTS + "DejaVuSerif-Bold.ttf"))
    body = ParagraphStyle("body", fontName="Serif", fontSize=10, leading=13, alignment=4, spaceAfter=7)
    heading = lambda size: ParagraphStyle("h", fontName="Serif-Bold", fontSize=size, leading=size * 1.25, spaceBefore=9, spaceAfter=5)
    return body, [heading(20), heading(14), heading(11)]


def word_like(folder, name, w, columns, is_head_last, step):
    """Subset fonts, one or two columns, and a running head drawn before or after the text."""
    body, headings = styles()
    w.has_page_numbers = True
    head = w.run(w.title(2))
    story = [Paragraph(w.heading(1), headings[0])]
    for _ in range(4):
        story.append(Paragraph(w.heading(2), headings[1]))
        story += [Paragraph(w.paragraph(6), body) for _ in range(3)]
        if step % 2:
            rows = [[w.word() for _ in range(3)] for _ in range(4)]
            w.add("table", " ".join(" ".join(row) for row in rows))
            story += [Table(rows), Spacer(1, 8)]
        story.append(Paragraph(w.heading(3), headings[2]))
        story += [Paragraph(w.paragraph(6), body) for _ in range(2)]

    def around(canvas, document):
        canvas.setFont("Serif", 8)
        canvas.drawString(60, 800, head)
        canvas.drawCentredString(A4[0] / 2, 30, str(document.page))

    width = (A4[0] - 120) / columns
    frames = [Frame(60 + number * width, 60, width, A4[1] - 130, leftPadding=4, rightPadding=10) for number in range(columns)]
    event = {"onPageEnd" if is_head_last else "onPage": around}
    document = BaseDocTemplate(str(folder / "note.pdf"), pagesize=A4)
    document.addPageTemplates(PageTemplate(frames=frames, **event))
    document.build(story)
    return name, folder / "note.pdf"


def rows_across(folder, name, w):
    """Two columns that are drawn line by line across both, as some programs do."""
    styles()
    w.has_page_numbers = True
    canvas = Canvas(str(folder / "note.pdf"), pagesize=A4)
    for page in range(1, 4):
        canvas.setFont("Serif-Bold", 16)
        canvas.drawString(60, 780, w.heading(1))
        columns = []
        for _ in range(2):
            lines = []
            for _ in range(5):
                words, line = w.paragraph(5).split(), ""
                for word in words:
                    if pdfmetrics.stringWidth(f"{line} {word}", "Serif", 9) > 225:
                        lines.append(line)
                        line = word
                    else:
                        line = f"{line} {word}".strip()
                lines += [line, ""]
            columns.append(lines)
        canvas.setFont("Serif", 9)
        for row in range(max(len(lines) for lines in columns)):
            for left, lines in zip((60, 310), columns):
                if row < len(lines):
                    canvas.drawString(left, 750 - row * 12, lines[row])
        canvas.setFont("Serif", 8)
        canvas.drawCentredString(A4[0] / 2, 30, str(page))
        canvas.showPage()
    canvas.save()
    return name, folder / "note.pdf"


def files(folder, program):
    """Yields each file with its writer."""
    for number in range(4):
        for columns in ("onecolumn", "twocolumn"):
            w = Writer(f"article{number}{columns}")
            source = article(w, columns, number % 2 == 0, number > 1)
            yield w, *latex(folder, f"latex-{columns}-{number}", source)
    for number, theme in enumerate(("default", "Madrid", "Boadilla", "CambridgeUS", "Singapore", "AnnArbor")):
        w = Writer(f"slides{number}")
        yield w, *latex(folder, f"beamer-{theme.lower()}-{number}", slides(w, theme))
    for number in range(6):
        w = Writer(f"exercises{number}")
        yield w, *latex(folder, f"exercises-{number}", exercises(w))
    for number in range(10):
        w = Writer(f"office{number}")
        is_tagged = number % 2 == 0
        yield w, *libreoffice(folder, f"libreoffice-{'tagged' if is_tagged else 'plain'}-{number}", w, is_tagged)
    for number in range(5):
        for is_tagged in (True, False):
            options = [] if is_tagged else ["--disable-pdf-tagging"]
            suffix = f"{'tagged' if is_tagged else 'plain'}-{number}"
            w = Writer(f"print{suffix}")
            yield w, *chromium(folder, program, f"chromium-{suffix}", html_article(w), *options)
            w = Writer(f"columns{suffix}")
            style = "body{columns:2;font-size:13px;text-align:justify;hyphens:auto}"
            yield w, *chromium(folder, program, f"chromium-columns-{suffix}", html_article(w, style), *options)
    for number in range(4):
        w = Writer(f"order{number}")
        yield w, *chromium(folder, program, f"chromium-order-{number}", html_out_of_order(w), "--disable-pdf-tagging")
        w = Writer(f"deck{number}")
        yield w, *chromium(folder, program, f"chromium-slides-{number}", html_slides(w), "--disable-pdf-tagging")
    for number in range(8):
        w = Writer(f"word{number}")
        yield w, *word_like(folder, f"word-{number % 2 + 1}-{number}", w, number % 2 + 1, number % 4 > 1, number // 4)
    for number in range(4):
        w = Writer(f"across{number}")
        yield w, *rows_across(folder, f"across-{number}", w)


def main():
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for w, name, path in files(Path(work), sys.argv[2]):
            shutil.move(path, target / f"{name}.pdf")
            (target / f"{name}.json").write_text(json.dumps({"blocks": w.blocks, "running": w.running, "hasPageNumbers": w.has_page_numbers}))


main()
