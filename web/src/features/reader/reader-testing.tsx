import { fireEvent, render, screen } from "@testing-library/react";
import { vi } from "vitest";
import type { Highlight, ReadableNote } from "@/api/models";
import type { MakeCardProps } from "./highlights/selection-toolbar";
import type { ViewEvents } from "./note-view";
import type { Reader } from "./reader";

/** Simulated view, file and place of a note for tests of the reader, and helpers to use it. */

export const view = {
  find: vi.fn(async () => undefined),
  findInText: vi.fn(),
  stopFinding: vi.fn(),
  goTo: vi.fn(),
  zoom: vi.fn(),
  fitWidth: vi.fn(),
  rotate: vi.fn(),
  destroy: vi.fn(),
  renderedPages: vi.fn(() => [] as { number: number; text: HTMLElement }[]),
};
/** Mock that is called with the arguments of each created view. */
export const viewCreated = vi.fn();
export const positionTracker = { start: vi.fn(), record: vi.fn(), flush: vi.fn() };
export const load = { opened: undefined as unknown, setListeners: vi.fn(), retry: vi.fn(), close: vi.fn() };
export const player = { rules: Promise.resolve({}) as Promise<unknown> };
export const highlightActions = { create: vi.fn(), renderPage: vi.fn() };
export const notes = { fetchReadableNote: vi.fn(), recordDownload: vi.fn() };
export const findCandidatePages = vi.fn();
export const toast = vi.fn();
export const onPage = vi.fn();
export const onOutdated = vi.fn();

/** Mocks of the modules that the reader uses. */
export const mocks = {
  view: {
    ReaderView: function create(...given: unknown[]) {
      viewCreated(...given);
      return view;
    },
  },
  documentLoad: { takeDocumentLoad: () => load },
  tracker: {
    ReadingPositionTracker: function create() {
      return positionTracker;
    },
  },
  player: { loadPlayer: () => player.rules },
  candidates: { findCandidatePages },
  toasts: { toast },
  highlights: { useHighlightActions: () => highlightActions },
  panel: {
    HighlightsPanel: ({
      selectedId,
      onGo,
    }: {
      selectedId: string | undefined;
      onGo: (highlight: Highlight) => void;
    }) => (
      <aside aria-label="Highlights">
        {selectedId ?? "none chosen"}
        <button type="button" onClick={() => onGo({ id: "h8", mark: { page: 8 } } as Highlight)}>
          Go to the highlight
        </button>
      </aside>
    ),
  },
  contents: { ContentsPanel: ({ page }: { page: number }) => <aside aria-label="Contents">{page}</aside> },
};

export const note = {
  id: "n1",
  title: "Observers",
  pages: 9,
  course: "CS246",
  sizeBytes: 10,
  sha256: "abc",
} as unknown as ReadableNote;

/** Forgets all calls, and lets the next file open at page 3. */
export function resetReader(): void {
  vi.clearAllMocks();
  view.renderedPages.mockReturnValue([]);
  load.opened = Promise.resolve({ file: { numPages: 12 }, first: {} });
  player.rules = Promise.resolve({});
  positionTracker.start.mockReturnValue({ page: 3, scrolledFraction: 0.5 });
  highlightActions.create.mockReturnValue([]);
  document.getSelection()?.removeAllRanges();
}

export type Props = Parameters<typeof Reader>[0];

function MakeCard({ code, quote, source, pageText, onClose, focusSelection }: MakeCardProps) {
  return (
    <section aria-label="Card">
      {code}, {source.noteId} page {source.page}: {quote}
      {pageText !== undefined && <p>Gap in {pageText}</p>}
      <button type="button" onClick={onClose}>
        Close the card
      </button>
      <button type="button" onClick={focusSelection}>
        Back to the words
      </button>
    </section>
  );
}

/** Renders the reader. */
export async function show(more: Partial<Props> = {}) {
  const { Reader } = await import("./reader");
  const props: Props = {
    uid: "u1",
    note,
    head: <h1>Head</h1>,
    startPage: undefined,
    picture: undefined,
    startHighlight: undefined,
    startWords: "",
    startPassage: undefined,
    MakeCard,
    onPage,
    onOutdated,
    ...more,
  };
  return render(<Reader {...props} />);
}

/** Opens the reader and waits for the file. Returns the events of the view. */
export async function open(more: Partial<Props> = {}): Promise<ViewEvents> {
  await show(more);
  await vi.waitFor(() => {
    if (viewCreated.mock.calls.length !== 1) throw new Error("There is no view.");
  });
  await screen.findByText("of 12");
  return viewCreated.mock.calls[0]?.[3];
}

export const pages = () => screen.getByRole("document", { name: "Observers" });
export const button = (name: string) =>
  screen.getAllByRole<HTMLButtonElement>("button", { name })[0] as HTMLButtonElement;
export const press = (name: string) => fireEvent.click(button(name));
export const side = (name: string) => screen.queryByRole("complementary", { name });
/** Presses a key. Returns whether it was handled. */
export const key = (name: string, how: KeyboardEventInit = {}, target: Element = document.body) =>
  !fireEvent.keyDown(target, { key: name, ...how });
