/** A well-formed PDF with empty pages; `marker` makes two of them different files. `info` is what it says of itself. */
export function pdfWithPages(pages: number, marker: string, info?: { title: string; author: string }): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 3} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"),
    ...(info ? [`<< /Title (${info.title}) /Author (${info.author}) >>`] : []),
  ];
  let text = `%PDF-1.4\n% ${marker}\n`;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, "0")} 00000 n \n`;
  const about = info ? ` /Info ${objects.length} 0 R` : "";
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${about} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
