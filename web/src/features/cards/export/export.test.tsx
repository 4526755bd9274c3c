import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ExportableCard, exportApkg, exportCsv } from "./export";
import { ImportExportMenu } from "./import-export-menu";

const fakes = vi.hoisted(() => ({
  core: { cardsAsCsv: vi.fn(), cardsAsApkg: vi.fn() },
  load: vi.fn(),
  save: vi.fn(),
  html: vi.fn(),
  toast: vi.fn(),
  own: vi.fn(),
}));
vi.mock("@/core/cards", () => ({ loadCards: fakes.load }));
vi.mock("@/lib/browser/save-file", () => ({ saveFile: fakes.save }));
vi.mock("./export-html", () => ({ toHtml: fakes.html }));
vi.mock("@/core/gaps", async (original) => ({
  ...(await original<object>()),
  loadGaps: async () => ({
    gapsForAnki: (text: string) => text,
    gapNumbers: (text: string) => (text.includes("}}") ? [1, 3] : []),
  }),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));
vi.mock("@/data/cards/personal-cards", () => ({
  isPersonalCardImage: (url: string) => url.startsWith("/own/"),
  personalCardImageQuery: (url: string) => ({ queryKey: [url], queryFn: () => fakes.own(url) }),
}));

const NOW_MS = Date.UTC(2026, 10, 14);
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const card = (id: string, image?: object) => ({ id, title: `Q ${id}`, content: `A ${id}`, image }) as ExportableCard;
let requests: string[];
/** Largest number of requests at once. */
let most: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
  for (const each of [fakes.load, fakes.save, fakes.html, fakes.toast, fakes.own, ...Object.values(fakes.core)]) {
    each.mockReset();
  }
  fakes.load.mockResolvedValue(fakes.core);
  fakes.core.cardsAsCsv.mockReturnValue("the csv");
  fakes.core.cardsAsApkg.mockReturnValue(new Uint8Array([1, 2]));
  fakes.html.mockImplementation((texts: string[]) => texts.map((text) => `<p>${text}</p>`));
  requests = [];
  most = 0;
  let open = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return url === "/gone.jpg" ? new Response(null, { status: 404 }) : new Response(url);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const saved = () => fakes.save.mock.calls.map(([blob, name]) => [blob.type, name]);

test("cards are saved as CSV with both sides", async () => {
  await exportCsv("Trees", [card("1"), card("2")]);
  expect(fakes.core.cardsAsCsv.mock.calls).toEqual([
    [
      [
        { title: "Q 1", content: "A 1" },
        { title: "Q 2", content: "A 2" },
      ],
    ],
  ]);
  expect(saved()).toEqual([["text/csv;charset=utf-8", "Trees.csv"]]);
  expect(await fakes.save.mock.calls[0]?.[0].text()).toBe("the csv");
});

test("a deck for Anki has the pictures of its cards, own ones too, with their descriptions", async () => {
  fakes.own.mockResolvedValue(new Uint8Array([9]));
  const cards = [card("1"), card("2", { url: "/a.jpg", alt: 'A "tree"' }), card("3", { url: "/own/b", alt: "" })];
  await exportApkg(queries, "Trees", cards);
  const [name, notes, names, bytes, now] = fakes.core.cardsAsApkg.mock.calls[0] ?? [];
  expect([name, now]).toEqual(["Trees", NOW_MS]);
  expect(notes).toEqual([
    { guid: "1", front: "<p>Q 1</p>", back: "<p>A 1</p>" },
    {
      guid: "2",
      front: '<p>Q 2</p><p><img src="note-ninja-2.jpg" alt="A &quot;tree&quot;"></p>',
      back: "<p>A 2</p>",
    },
    { guid: "3", front: '<p>Q 3</p><p><img src="note-ninja-3.jpg" alt=""></p>', back: "<p>A 3</p>" },
  ]);
  expect(names).toEqual(["note-ninja-2.jpg", "note-ninja-3.jpg"]);
  expect(bytes.map((each: Uint8Array) => [...each])).toEqual([[...new TextEncoder().encode("/a.jpg")], [9]]);
  expect(requests).toEqual(["/a.jpg"]);
  expect(fakes.own.mock.calls).toEqual([["/own/b"]]);
  expect(saved()).toEqual([["application/octet-stream", "Trees.apkg"]]);
});

test("S6.export.3 a card with gaps is another note than the same card without them, whose type Anki would keep", async () => {
  const cards = ["{{c1::a}} {{c3::b}}", "{{c1::open"].map((title) => ({ ...card("1"), title }));
  await exportApkg(queries, "Trees", cards);
  expect(fakes.core.cardsAsApkg.mock.calls[0]?.[1]).toEqual([
    { guid: "1-gaps", front: "<p>{{c1::a}} {{c3::b}}</p>", back: "<p>A 1</p>", gaps: [1, 3] },
    { guid: "1", front: "<p>{{c1::open</p>", back: "<p>A 1</p>" },
  ]);
});

test("pictures load six at a time, and cards are rendered in parts of fifty", async () => {
  const cards = Array.from({ length: 101 }, (_, index) => card(`${index}`, { url: `/${index}.jpg`, alt: "" }));
  await exportApkg(queries, "Trees", cards);
  expect([requests.length, most]).toEqual([101, 6]);
  expect(fakes.html.mock.calls.map(([texts]) => texts.length)).toEqual([100, 100, 2]);
  expect(fakes.core.cardsAsApkg.mock.calls[0]?.[1].at(-1)).toMatchObject({ guid: "100", back: "<p>A 100</p>" });
});

test("a picture that is missing ends the export", async () => {
  const cards = [card("1", { url: "/gone.jpg", alt: "" })];
  await expect(exportApkg(queries, "Trees", cards)).rejects.toThrow("The picture of a card could not be loaded (404).");
  expect(fakes.save).not.toHaveBeenCalled();
});

function show() {
  const element = <ImportExportMenu importHref="/import" name="Trees" cards={[card("1")]} />;
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
async function choose(name: string) {
  await act(async () => {
    fireEvent.keyDown(screen.getByRole("button", { name: "Import and export" }), { key: "Enter" });
  });
  await act(async () => void fireEvent.click(screen.getByRole("menuitem", { name })));
}

test("the menu leads to the import, and saves both kinds of files", async () => {
  const router = show();
  await choose("Export as CSV");
  await vi.waitFor(() => expect(saved()).toHaveLength(1));
  expect(fakes.toast).not.toHaveBeenCalled();
  await choose("Export for Anki");
  await vi.waitFor(() => expect(saved().map(([, name]) => name)).toEqual(["Trees.csv", "Trees.apkg"]));
  expect(fakes.toast.mock.calls).toEqual([["Preparing the deck. It will be saved once its pictures have loaded."]]);
  await choose("Import cards");
  expect(router.state.location.pathname).toBe("/import");
});

test("an export that fails says so and can be retried", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  fakes.load.mockRejectedValueOnce(new Error("offline"));
  show();
  await choose("Export as CSV");
  await vi.waitFor(() => expect(fakes.toast).toHaveBeenCalledOnce());
  const [text, options] = fakes.toast.mock.calls[0] ?? [];
  expect([text, options.kind, options.action.label]).toEqual([
    "Could not export the cards. Check your connection and try again.",
    "error",
    "Retry",
  ]);
  options.action.onClick();
  await vi.waitFor(() => expect(saved()).toEqual([["text/csv;charset=utf-8", "Trees.csv"]]));
});
