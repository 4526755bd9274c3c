"""Writes 60 PDFs by several programs, each with a text file of its words, for `cargo xtask bench words`:
python write.py FOLDER CHROMIUM

Needs pdflatex with fonts of all three kinds, LibreOffice, DejaVu (the bench names Debian's packages) and reportlab (PyPI).
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

SERIF = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"

TOPICS = {
    "waves": "Schrödinger's equation describes the electromagnetic behaviour of a quantum particle. The office of Poincaré "
    "in Nancy defined an efficient classification of flows, and Erdős proved the first difficult bound.",
    "law": "Der Gläubiger kann die Erfüllung größerer Verbindlichkeiten außergerichtlich verlangen, sofern der Schuldner "
    "über ausreichendes Vermögen verfügt. Überschriften und Fußnoten gehören zur Prüfungsordnung.",
    "market": "Les élèves français étudient l'économie générale à l'université. Le coût d'une mesure dépend des hypothèses "
    "privilégiées, et l'œuvre de Léon Walras reste une référence très citée.",
    "cells": "Mitochondria efficiently convert nutrients into adenosine triphosphate. Different afflictions follow when the "
    "flow of ions through the membrane is insufficient, as Å. Nyström and J. Świątek have shown.",
}

LATEX_KINDS = {
    "ot1": r"\usepackage[utf8]{inputenc}",
    "t1": r"\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{lmodern}",
    "type3": r"\pdfmapfile{}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}",
}

LATEX = r"""\documentclass[%s]{article}
%s
\begin{document}
\title{%s}\author{Amara Okafor}\date{}\maketitle\thispagestyle{empty}\pagestyle{empty}
\section{Introduction}
%s\footnote{This remark belongs to the first paragraph.}

\section{Results}
%s
\begin{itemize}\item first efficient item \item second definite item\end{itemize}
\end{document}
"""

LATEX_WORDS = """{title} Amara Okafor
1 Introduction
{text} 1
1 This remark belongs to the first paragraph.
2 Results
{text}
first efficient item
second definite item
"""

COLUMNS = "columns: 2; text-align: justify; hyphens: auto"

HTML = """<!doctype html><meta charset=utf-8><style>body {{ font: 11pt {font}; {style} }}
h1 {{ letter-spacing: {spacing} }}</style><h1>{title}</h1><p>{text}</p><table><tr><td>left cell<td>right cell</table><p>{text}</p>"""

HTML_WORDS = "{title}\n{text}\nleft cell\nright cell\n{text}\n"


def texts():
    """Yields each topic with a long paragraph of text."""
    for name, text in TOPICS.items():
        yield name, " ".join([text] * 6)


def latex(folder):
    """Yields 24 files: four topics, three encodings, one and two columns."""
    for name, text in texts():
        for kind, packages in LATEX_KINDS.items():
            for columns in ("onecolumn", "twocolumn"):
                # The OT1 encoding lacks both letters.
                text_there = text.replace("ą", "a") if kind == "ot1" else text
                safe = text_there.replace("ő", r"\H{o}") if kind == "ot1" else text
                source = LATEX % (columns, packages, name.title(), safe, safe)
                (folder / "note.tex").write_text(source)
                options = ["-interaction=batchmode", "-output-directory", folder, folder / "note.tex"]
                subprocess.run(["pdflatex", *options], check=False, stdout=subprocess.DEVNULL)
                words = LATEX_WORDS.format(title=name.title(), text=text_there)
                yield f"latex-{kind}-{columns}-{name}", folder / "note.pdf", words


def chromium(folder, program):
    """Yields 16 files: four topics in two fonts, plain and in justified columns with a spaced heading."""
    for name, text in texts():
        for font in ("DejaVu Serif", "DejaVu Sans"):
            for kind, style, spacing in (("plain", "", "0"), ("columns", COLUMNS, "4px")):
                page = HTML.format(font=font, style=style, spacing=spacing, title=name.upper(), text=text)
                (folder / "note.html").write_text(page)
                options = ["--headless", "--no-sandbox", "--no-pdf-header-footer", f"--print-to-pdf={folder}/note.pdf"]
                subprocess.run([program, *options, folder / "note.html"], check=True, capture_output=True)
                words = HTML_WORDS.format(title=name.upper(), text=text)
                yield f"chromium-{font[7:].lower()}-{kind}-{name}", folder / "note.pdf", words


def libreoffice(folder):
    """Yields 12 files: four topics as a web page, plain text and a Word document."""
    html = "--infilter=HTML (StarWriter)"

    def convert(target, source, *options):
        command = ["soffice", "--headless", "--convert-to", target, *options, "--outdir", folder, folder / source]
        subprocess.run(command, check=True, capture_output=True)

    for name, text in texts():
        page = HTML.format(font="DejaVu Serif", style="", spacing="0", title=name.title(), text=text)
        (folder / "note.html").write_text(page)
        plain = f"{name.title()}\n\n{text}\n"
        (folder / "note.txt").write_text(plain)
        convert("docx", "note.html", html)
        for source, options in (("note.html", [html]), ("note.txt", []), ("note.docx", [])):
            convert("pdf:writer_pdf_Export", source, *options)
            words = plain if source == "note.txt" else HTML_WORDS.format(title=name.title(), text=text)
            yield f"libreoffice-{source[5:]}-{name}", folder / "note.pdf", words


def word_like(folder):
    """Yields 8 files: subset fonts with Unicode maps, one and two columns."""
    pdfmetrics.registerFont(TTFont("Serif", SERIF))
    style = ParagraphStyle("body", fontName="Serif", fontSize=10.5, leading=14, alignment=4)
    for name, text in texts():
        for columns in (1, 2):
            path = folder / "note.pdf"
            document = BaseDocTemplate(str(path), pagesize=A4)
            width = 17 * cm / columns
            frames = [Frame(2 * cm + number * width, 2 * cm, width, 25 * cm) for number in range(columns)]
            document.addPageTemplates(PageTemplate(frames=frames))
            document.build([Paragraph(name.title(), style), Paragraph(text, style), Paragraph(text, style)])
            yield f"word-{columns}-{name}", path, f"{name.title()}\n{text}\n{text}\n"


def main():
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        for made in (latex(folder), chromium(folder, sys.argv[2]), libreoffice(folder), word_like(folder)):
            for name, path, words in made:
                shutil.move(path, target / f"{name}.pdf")
                (target / f"{name}.txt").write_text(words)


main()
