/** Returns a valid PDF with empty pages. `marker` makes files unique, `info` sets the metadata. */
export function pdfWithPages(pages: number, marker: string, info?: { title: string; author: string }): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 3} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"),
  ];
  if (!info) return pdfOf(objects, marker);
  return pdfOf([...objects, `<< /Title (${info.title}) /Author (${info.author}) >>`], marker, objects.length + 1);
}

/**
 * Returns a PDF with one page per text, and a link to another site on the first page. `marker` makes files unique, and
 * each page is padded by this number of bytes. Pages with a `heading` appear in the outline.
 */
export function pdfWithTexts(
  texts: readonly string[],
  marker: string,
  moreBytes = 0,
  headings: readonly string[] = [],
): Buffer {
  const page = (index: number) => 4 + index * 2;
  const outline = 4 + texts.length * 2;
  const entries = headings.flatMap((title, index) => (title ? [{ title, page: page(index) }] : []));
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${entries.length > 0 ? `/Outlines ${outline} 0 R` : ""} >>`,
    `<< /Type /Pages /Kids [${texts.map((_, index) => `${page(index)} 0 R`).join(" ")}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const link =
    "/Annots [<< /Type /Annot /Subtype /Link /Rect [70 600 300 640] /A << /S /URI /URI (https://example.org/more) >> >>]";
  for (const [index, text] of texts.entries()) {
    const drawn = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET\n%${"x".repeat(moreBytes)}\n`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${page(index) + 1} 0 R ${index === 0 ? link : ""} >>`,
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    );
  }
  if (entries.length > 0) {
    const [first, last] = [outline + 1, outline + entries.length];
    objects.push(`<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${entries.length} >>`);
    for (const [index, entry] of entries.entries()) {
      const next = index + 1 < entries.length ? `/Next ${first + index + 1} 0 R` : "";
      const before = index > 0 ? `/Prev ${first + index - 1} 0 R` : "";
      objects.push(
        `<< /Title (${entry.title}) /Parent ${outline} 0 R ${before} ${next} /Dest [${entry.page} 0 R /Fit] >>`,
      );
    }
  }
  return pdfOf(objects, marker);
}

/** Returns a PDF with a page of 595 by 842 points for each content stream. The font `F1` is Helvetica. */
export function pdfWithContents(contents: readonly string[], marker: string): Buffer {
  const page = (index: number) => 4 + index * 2;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${contents.map((_, index) => `${page(index)} 0 R`).join(" ")}] /Count ${contents.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  for (const [index, content] of contents.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${page(index) + 1} 0 R >>`,
      streamOf("", content),
    );
  }
  return pdfOf(objects, marker);
}

/**
 * A page with actions that a file must not perform: run a script, send a form, and link to URLs without TLS or with a
 * script. One link is valid. Its text needs a character map and a standard font.
 */
export function pdfWithTricks(marker: string): Buffer {
  const link = (top: number, action: string) =>
    `<< /Type /Annot /Subtype /Link /Rect [70 ${top} 300 ${top + 30}] /A << ${action} >> >>`;
  const field = (top: number, about: string) =>
    `<< /Type /Annot /Subtype /Widget /Rect [70 ${top} 300 ${top + 30}] /F 4 /P 3 0 R /T (field${top}) ${about} >>`;
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R] >> " +
        "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\('https://example.org/opened'\\)) >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R 9 0 R] " +
        "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> " +
        "/F2 << /Type /Font /Subtype /Type1 /BaseFont /Symbol >> /F3 10 0 R >> >> >>",
      streamOf(
        "",
        "BT /F1 24 Tf 72 700 Td (What it tries) Tj 0 -40 Td /F2 24 Tf (abc) Tj 0 -40 Td /F3 24 Tf <65E5672C> Tj ET",
      ),
      field(500, "/FT /Tx /V (typed)"),
      field(460, "/FT /Btn /Ff 65536 /A << /S /SubmitForm /F (https://example.org/sent) >>"),
      link(400, "/S /URI /URI (http://example.org/plain)"),
      link(360, "/S /URI /URI (javascript:alert\\(2\\))"),
      link(320, "/S /URI /URI (https://example.org/more)"),
      "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UCS2-H /DescendantFonts [11 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /DW 1000 " +
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> " +
        "/FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -200 1000 900] " +
        "/ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>",
    ],
    marker,
  );
}

/** An XFA form, which a reader may render instead of the page with `text`. */
export function xfaPdf(text: string): Buffer {
  const form = [
    '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">',
    '<subform name="form" layout="tb"><pageSet><pageArea><contentArea w="200mm" h="280mm"/>',
    '<medium stock="a4" short="210mm" long="297mm"/></pageArea></pageSet></subform></template></xdp:xdp>',
  ].join("");
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
      streamOf("", `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      streamOf("", form),
    ],
    text,
  );
}

/** A scanned page: an image of four grey squares from edge to edge, without text. */
export function scannedPdf(marker: string): Buffer {
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Scan 5 0 R >> >> /Contents 4 0 R >>",
      streamOf("", "q 595 0 0 842 0 0 cm /Scan Do Q"),
      streamOf(
        "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode",
        "D0E8F8B0>",
      ),
    ],
    marker,
  );
}

function streamOf(about: string, content: string): string {
  return `<< ${about} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Joins numbered objects into a file. The first is the catalogue; object number `info` holds the metadata. */
function pdfOf(objects: readonly string[], marker: string, info?: number): Buffer {
  let text = `%PDF-1.4\n% ${marker}\n`;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, "0")} 00000 n \n`;
  const about = info === undefined ? "" : ` /Info ${info} 0 R`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${about} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
