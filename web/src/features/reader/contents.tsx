import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";
import type { NoteView } from "./note-view";

type Outline = NonNullable<Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>>;

const SMALL_WIDTH_PX = 112;

interface ContentsProps {
  file: PDFDocumentProxy;
  view: NoteView;
  page: number;
}

/** Outline of the document, if it has one, and thumbnails of its pages. */
export function ContentsPanel({ file, view, page }: ContentsProps) {
  const [outline, setOutline] = useState<Outline>([]);
  useEffect(() => {
    let isOver = false;
    file.getOutline().then(
      (found) => !isOver && setOutline(found ?? []),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [file]);
  return (
    <aside className="reader-side" aria-label="Contents">
      {outline.length > 0 && (
        <nav aria-label="Outline">
          <Entries entries={outline} view={view} />
        </nav>
      )}
      <ol className="reader-thumbnails">
        {Array.from({ length: file.numPages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <button type="button" aria-current={number === page || undefined} onClick={() => view.goTo(number)}>
              <span className="reader-thumbnail">
                <SmallPage file={file} number={number} />
              </span>
              <span className="tabular-nums">Page {number}</span>
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}

function Entries({ entries, view }: { entries: Outline; view: NoteView }) {
  return (
    <ul>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outline never changes, and its titles may repeat.
        <li key={index}>
          <button type="button" disabled={!entry.dest} onClick={() => void view.goToDestination(entry.dest ?? [])}>
            {entry.title}
          </button>
          {entry.items.length > 0 && <Entries entries={entry.items} view={view} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * Thumbnail of a page. Rendered while it is near the viewport; its canvas is emptied when it leaves, to free memory.
 */
function SmallPage({ file, number }: { file: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const shown = canvas.current;
    if (!shown) return undefined;
    let drawing: { cancel: () => void } | undefined;
    let isNear = false;
    async function draw(target: HTMLCanvasElement) {
      const page = await file.getPage(number);
      if (!isNear) return;
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (SMALL_WIDTH_PX * Math.min(2, devicePixelRatio)) / width });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = page.render({ canvas: target, viewport });
      drawing = task;
      await task.promise;
    }
    const observer = new IntersectionObserver(([entry]) => {
      isNear = entry?.isIntersecting ?? false;
      drawing?.cancel();
      if (isNear) {
        // If rendering fails or is cancelled, the canvas stays blank above the page number.
        draw(shown).catch(() => undefined);
      } else {
        shown.width = 0;
        shown.height = 0;
      }
    });
    observer.observe(shown);
    return () => {
      isNear = false;
      observer.disconnect();
      drawing?.cancel();
    };
  }, [file, number]);
  return <canvas ref={canvas} />;
}
