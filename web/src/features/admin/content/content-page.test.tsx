import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { ApiProblem } from "@/api/problem";
import { ContentPage } from "./content-page";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const toast = vi.hoisted(() => vi.fn());
vi.mock("@/ui/feedback/toast", () => ({ toast }));
const saved = vi.hoisted(() => vi.fn());
vi.mock("@/lib/browser/save-file", () => ({ saveFile: saved }));
type Dialog = { entry: { id: string }; onClose: () => void };
vi.mock("./edit-dialog", () => ({
  EditDialog: ({ entry, onClose }: Dialog) => (
    <button type="button" onClick={onClose}>
      Edits {entry.id}
    </button>
  ),
}));
vi.mock("./transcripts-dialog", () => ({ TranscriptsDialog: () => <p>Transcripts of several</p> }));
vi.mock("@/parts/transcript/transcript-dialog", () => ({
  TranscriptDialog: ({ id, title }: { id: string; title: string }) => (
    <p>
      Transcript of {id}, {title}
    </p>
  ),
}));
vi.mock("@/parts/chapters/chapters-dialog", () => ({
  ChaptersDialog: ({ id, title }: { id: string; title: string }) => (
    <p>
      Chapters of {id}, {title}
    </p>
  ),
}));
vi.mock("./replace-dialog", () => ({ ReplaceDialog: ({ entry }: Dialog) => <p>Replaces {entry.id}</p> }));
vi.mock("./trash-dialog", () => ({
  MoveToTrashDialog: ({
    entries,
    onDone,
    onClose,
  }: {
    entries: { id: string }[];
    onDone: () => void;
    onClose: () => void;
  }) => (
    <button
      type="button"
      onClick={() => {
        onDone();
        onClose();
      }}
    >
      Deletes {entries.map(({ id }) => id).join()}
    </button>
  ),
}));

const entry = (id: string, more: object = {}) => ({
  kind: "note",
  id,
  title: `Title ${id}`,
  place: "CS246",
  part: "Chapter 1",
  fileName: `${id}.pdf`,
  sizeBytes: 2048,
  uploadDate: "2026-11-14T12:00:00Z",
  uploaderName: "Ben",
  ...more,
});
const storage = {
  kinds: [{ kind: "note", items: 1200, sizeBytes: 2048 }],
  trash: { items: 3, sizeBytes: 1024 },
};
let lists: Record<string, () => unknown>;

beforeEach(() => {
  server.reset();
  toast.mockReset();
  saved.mockReset();
  lists = { "GET /api/admin/content": () => ({ items: [entry("n1"), entry("n2")] }) };
  server.answer = (request) => {
    if (lists[request]) return lists[request]?.();
    if (request === "GET /api/admin/storage") return storage;
    return { items: [] };
  };
});
afterEach(cleanup);

function show(search = "") {
  const router = createMemoryRouter([{ path: "*", Component: ContentPage }], {
    initialEntries: [`/admin/content${search}`],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test("S6.adm.5 the console lists published items with their collection, size and day", async () => {
  show();
  expect(screen.getByRole("status", { name: "Loading the content..." })).toBeDefined();
  const row = within((await screen.findByText("Title n1")).closest("tr") as HTMLElement);
  expect(row.getByRole("link").getAttribute("href")).toBe("/download/n1");
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "",
    "Title n1Course note · CS 246 · n1.pdf",
    "CS 246Chapter 1",
    "Not checked yet",
    "2 KB",
    "14 Nov 2026Ben",
    "",
  ]);
  expect(document.title).toContain("Content · Console");
});

test("S6.adm.35 the console filters notes by accessibility and shows the findings of each", async () => {
  const findings = [
    { check: "tagged", outcome: "problem", count: 0 },
    { check: "contrast", outcome: "undecided", count: 2, pages: "3–4" },
  ];
  const accessibility = { hasProblems: true, findings };
  const listed = { items: [entry("n9", { accessibility }), entry("n8", { accessibility: { findings: [] } })] };
  lists["GET /api/admin/content?accessibility=problems"] = () => listed;
  const router = show();
  await screen.findByText("Title n1");
  fireEvent.change(screen.getByRole("combobox", { name: "Accessibility" }), { target: { value: "problems" } });
  expect(router.state.location.search).toBe("?accessibility=problems");
  expect(await screen.findByRole("button", { name: "Accessibility of Title n8: No problems" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Accessibility of Title n9: 1 problem, 1 to check" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Accessibility of “Title n9”" }));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("The file is not tagged."),
    expect.stringContaining("On 2 pages, the contrast could not be computed"),
  ]);
  expect(dialog.getByText(/\(Pages: 3–4\)/)).toBeDefined();
  expect(dialog.getAllByText("LaTeX")).toHaveLength(2);
  fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("S6.adm.35 the reports of all matching notes are saved as CSV", async () => {
  const findings = [{ check: "contrast", outcome: "problem", count: 12, pages: "2" }];
  lists["GET /api/admin/content?kind=note"] = () => ({
    items: [
      entry("n9", { accessibility: { hasProblems: true, findings }, title: "=SUM(1)", fileName: 'a"b; =1+1.pdf' }),
    ],
    nextCursor: "more",
  });
  lists["GET /api/admin/content?kind=note&cursor=more"] = () => ({
    items: [entry("n1"), entry("a1", { kind: "audio" })],
  });
  show("?kind=note");
  await screen.findByText("=SUM(1)");
  press("Accessibility as CSV");
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [file, name] = saved.mock.calls[0] as [Blob, string];
  expect(name).toBe("accessibility.csv");
  const rows = (await file.text()).trim().split("\r\n");
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('"Title","Place","Part","File","Uploaded","Result","Tags"');
  expect(rows[1]).toContain(`"'=SUM(1)","CS 246"`);
  expect(rows[1]).toContain(`"a""b;' =1+1.pdf"`);
  expect(rows[1]).toContain('"1 problem","passed"');
  expect(rows[1]).toContain('"problem; 12; pages 2"');
  expect(rows[2]).toContain('"Not checked yet",""');
});

test("S6.adm.5 the list is filtered by kind and collection, and the URL contains the filter", async () => {
  lists["GET /api/admin/content?kind=audio"] = () => ({ items: [entry("a1", { part: "CS 246" })] });
  const router = show();
  await screen.findByText("Title n1");
  fireEvent.change(screen.getByRole("combobox", { name: "Kind" }), { target: { value: "audio" } });
  expect(router.state.location.search).toBe("?kind=audio");
  expect(await screen.findByText("Title a1")).toBeDefined();
  expect(screen.queryByText("Chapter 1")).toBeNull();
  fireEvent.click(screen.getByTitle("Show only CS 246"));
  expect(router.state.location.search).toBe("?kind=audio&place=CS246");
  expect(await screen.findByText("Nothing matches")).toBeDefined();
  press("Only CS 246");
  expect(router.state.location.search).toBe("?kind=audio");
  expect(screen.queryByRole("button", { name: "Only CS 246" })).toBeNull();
});

test.each(["?kind=audio", "?place=CS136", "?text=tree"])(
  "the filter %s, which has no match, can be cleared",
  async (search) => {
    const router = show(search);
    expect(await screen.findByText("Nothing matches")).toBeDefined();
    press("Clear the filter");
    expect(router.state.location.search).toBe("");
    expect(await screen.findByText("Title n1")).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  },
);

test("before anything was published, the console says where to upload", async () => {
  lists["GET /api/admin/content"] = () => ({ items: [] });
  show();
  expect(await screen.findByText("Nothing published yet")).toBeDefined();
  expect(screen.getByRole("link", { name: "Browse & Discover" }).getAttribute("href")).toBe("/browse");
});

test("further pages are appended, and an item that moved between pages is listed once", async () => {
  lists["GET /api/admin/content"] = () => ({ items: [entry("n1")], nextCursor: "c1" });
  lists["GET /api/admin/content?cursor=c1"] = () => ({
    items: [entry("n1"), entry("n1", { kind: "audio" }), entry("n3")],
  });
  show();
  await screen.findByText("Title n1");
  press("Show more");
  expect(await screen.findByText("Title n3")).toBeDefined();
  expect(screen.getAllByRole("row")).toHaveLength(4);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("an empty page does not show the empty state while there are further pages", async () => {
  lists["GET /api/admin/content"] = () => ({ items: [], nextCursor: "c1" });
  show();
  expect(await screen.findByRole("button", { name: "Show more" })).toBeDefined();
  expect(screen.queryByText("Nothing published yet")).toBeNull();
});

test("selected items are deleted together, and are no longer selected afterwards", async () => {
  show();
  await screen.findByText("Title n1");
  expect(screen.queryByRole("button", { name: "Move to trash" })).toBeNull();
  fireEvent.click(box("Select Title n2"));
  expect([box("Select all shown").checked, box("Select all shown").indeterminate]).toEqual([false, true]);
  expect(screen.getByText("1 selected")).toBeDefined();
  fireEvent.click(box("Select all shown"));
  expect([box("Select all shown").checked, box("Select all shown").indeterminate]).toEqual([true, false]);
  press("Move to trash");
  press("Deletes n1,n2");
  expect(screen.queryByText("2 selected")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Deletes/ })).toBeNull();
  fireEvent.click(box("Select Title n1"));
  expect(box("Select Title n1").closest("tr")?.className).toBe("on");
  fireEvent.click(box("Select Title n1"));
  fireEvent.click(box("Select all shown"));
  fireEvent.click(box("Select all shown"));
  expect(screen.queryByText(/selected$/)).toBeNull();
});

/** Chooses an action in the menu of the second item. */
async function choose(action: string) {
  await screen.findByText("Title n2");
  await act(async () => {
    fireEvent.keyDown(screen.getByRole("button", { name: "Actions for Title n2" }), { key: "Enter" });
  });
  await act(async () => void fireEvent.click(screen.getByRole("menuitem", { name: action })));
}

test.each([
  ["Edit", "Edits n2"],
  ["Replace file", "Replaces n2"],
  ["Move to trash", "Deletes n2"],
])("“%s” of an item opens its dialog", async (action, text) => {
  show();
  await choose(action);
  expect(screen.getByText(text)).toBeDefined();
});

test.each([
  ["Transcript", "Transcript of n2, Title n2"],
  ["Chapters", "Chapters of n2, Title n2"],
])("“%s” of an audio note opens its dialog", async (action, text) => {
  lists["GET /api/admin/content"] = () => ({ items: [entry("n2", { kind: "audio" })] });
  show();
  await choose(action);
  expect(screen.getByText(text)).toBeDefined();
});

test("S3.transcript.2 transcripts of several audio notes are added from the list of audio notes only", async () => {
  lists["GET /api/admin/content?kind=audio"] = () => ({ items: [entry("a1", { kind: "audio" })] });
  show();
  await screen.findByText("Title n1");
  expect(screen.queryByRole("button", { name: "Add transcripts" })).toBeNull();
  cleanup();
  show("?kind=audio");
  await screen.findByText("Title a1");
  press("Add transcripts");
  expect(screen.getByText("Transcripts of several")).toBeDefined();
});

test("S6.adm.35 reports that cannot be read are not saved, and a message says why", async () => {
  show();
  await screen.findByText("Title n1");
  lists["GET /api/admin/content"] = () => {
    throw new ApiProblem({ code: "unavailable", status: 503, detail: "Not now." });
  };
  press("Accessibility as CSV");
  const text = "The reports could not be saved. Not now.";
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([[text, { kind: "error" }]]));
  expect(saved).not.toHaveBeenCalled();
});

test("a dialog disappears when it is closed", async () => {
  show();
  await choose("Edit");
  press("Edits n2");
  expect(screen.queryByText("Edits n2")).toBeNull();
});

const used = () => screen.queryByLabelText("Storage used")?.textContent;

test("S6.adm.5 the storage of each kind and of the trash is shown", async () => {
  show();
  await vi.waitFor(() => expect(used()).toBe("Course notes1,200 2 KBTrash3 1 KB"));
  cleanup();
  lists["GET /api/admin/storage"] = () => {
    throw new ApiProblem({ code: "unavailable", status: 503, detail: "Not now." });
  };
  show();
  await screen.findByText("Title n1");
  expect(used()).toBeUndefined();
});

test.each([
  [0, 0, "Counts verified. Nothing changed."],
  [1, 0, "Counts verified. 1 entry was corrected."],
  [1000, 200, "Counts verified. 1,200 entries were corrected."],
])("verified counts with %d written and %d removed entries are reported in a toast", async (written, removed, text) => {
  lists["POST /api/admin/content/rebuild"] = () => ({ written, removed });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Verify counts" }));
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([[text]]));
});

test("if counts cannot be verified, the reason is shown", async () => {
  lists["POST /api/admin/content/rebuild"] = () => {
    throw new ApiProblem({ code: "unavailable", status: 503, detail: "Not now." });
  };
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Verify counts" }));
  await vi.waitFor(() =>
    expect(toast.mock.calls).toEqual([["Could not verify the counts. Not now.", { kind: "error" }]]),
  );
});
