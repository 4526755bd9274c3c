import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { startWasmModule } from "@/core/testing";
import { lastChapters } from "./last-chapters";
import { MakeCard } from "./make-card";

const fakes = vi.hoisted(() => ({
  toast: vi.fn(),
  put: vi.fn(),
  remove: vi.fn(async () => ({ status: "sent" })),
  known: [] as unknown[],
  check: vi.fn(async () => undefined),
  gaps: undefined as unknown,
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));
vi.mock("@/core/gaps", () => ({ loadGaps: async () => fakes.gaps }));
vi.mock("../editor/card-repository", () => ({ checkCard: fakes.check }));
vi.mock("@/data/cards/personal-cards", () => ({
  putPersonalCard: fakes.put,
  removePersonalCard: fakes.remove,
  readPersonalCards: async () => fakes.known,
}));

beforeAll(async () => {
  fakes.gaps = await startWasmModule("gaps_core");
});
beforeEach(() => {
  lastChapters.set("CS246", "k1");
  fakes.known = [];
  fakes.toast.mockReset();
  fakes.remove.mockClear();
  fakes.put.mockReset().mockImplementation(async (card: PersonalCard) => {
    fakes.known.push(card);
    return { status: "sent", result: { card: { ...card, version: 3 } } };
  });
});
afterEach(cleanup);

const source = { noteId: "n1", page: 2, quote: "$5", prefix: "It costs" };

/** Page with a card maker that is shown until it closes. */
function Page({ quote = source.quote, pageText }: { quote?: string; pageText: string }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return isOpen ? (
    <MakeCard
      code="CS246"
      quote={quote}
      source={{ ...source, quote }}
      pageText={pageText}
      onClose={close}
      focusSelection={() => undefined}
    />
  ) : (
    <p>Closed</p>
  );
}

const page = (props: { quote?: string; pageText?: string } = {}) => (
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <Page pageText="Why? It costs $5 a day." {...props} />
    </QueryClientProvider>
  </StrictMode>
);

async function make(props: { quote?: string; pageText?: string } = {}) {
  fakes.toast.mockClear();
  render(page(props));
  await waitFor(() => expect(fakes.toast).toHaveBeenCalledOnce());
}

test("S4.gap.2 the sentence becomes a card with the passage as its gap, once, and one press removes it", async () => {
  await make();
  expect(fakes.put).toHaveBeenCalledOnce();
  const [card] = fakes.put.mock.lastCall ?? [];
  expect(card).toMatchObject({
    course: "CS246",
    chapterId: "k1",
    title: "It costs {{c1::\\$5}} a day.",
    content: "",
    source,
  });
  const [message, { action }] = fakes.toast.mock.lastCall ?? [];
  expect([message, action.label]).toEqual(["Gap card added. It will come up in your reviews.", "Undo"]);
  await act(async () => action.onClick());
  expect(fakes.remove).toHaveBeenCalledWith({ ...card, version: 3 });
  expect(fakes.toast).toHaveBeenLastCalledWith("Gap card removed", { id: "gap-card" });
});

test("S4.gap.2 without the text of the page, the words that are stored with the passage surround the gap", async () => {
  await make({ pageText: "" });
  expect(fakes.put.mock.lastCall?.[0].title).toBe("It costs {{c1::\\$5}}");
});

test("S4.gap.2 a second press makes no second card", async () => {
  await make();
  cleanup();
  await make();
  expect(fakes.put).toHaveBeenCalledOnce();
  expect(fakes.toast).toHaveBeenLastCalledWith("You already have this gap card.");
});

test("S4.gap.2 a press while another card is being saved makes a card too", async () => {
  let finish = () => {};
  const isSaved = new Promise<void>((resolve) => {
    finish = resolve;
  });
  fakes.put.mockImplementation(async (card: PersonalCard) => {
    await isSaved;
    return { status: "sent", result: { card } };
  });
  render(page());
  expect(screen.getByText("Closed")).toBeDefined();
  cleanup();
  // The same words again, and others.
  render(page());
  cleanup();
  render(page({ quote: "day" }));
  await waitFor(() => expect(fakes.put).toHaveBeenCalledTimes(2));
  finish();
  await waitFor(() => expect(fakes.toast).toHaveBeenCalledTimes(2));
  expect(fakes.put.mock.calls.map(([card]) => card.title)).toEqual([
    "It costs {{c1::\\$5}} a day.",
    "It costs \\$5 a {{c1::day}}.",
  ]);
});

test("S4.gap.2 a sentence full of characters that need escaping is shortened until it fits", async () => {
  const many = "_* ".repeat(80);
  await make({ quote: "gap", pageText: `${many}gap ${many}` });
  const [{ title }] = fakes.put.mock.lastCall ?? [];
  expect(title).toMatch(/^… (\\_\\\* )+\{\{c1::gap\}\}( \\_\\\*)+ …$/);
  expect(title.length).toBeLessThanOrEqual(CARD_TITLE_MAX_CHARS);
  expect(title.length).toBeGreaterThan(CARD_TITLE_MAX_CHARS - 100);
});

test("S4.gap.2 a passage that is too long for a gap is refused with the reason", async () => {
  const quote = "words ".repeat(100).trim();
  await make({ quote, pageText: `Some ${quote} end.` });
  expect(fakes.toast).toHaveBeenCalledWith("The selected passage is too long for a gap. Select fewer words.");
  expect(fakes.put).not.toHaveBeenCalled();
});

test("S4.gap.2 offline, the card is kept on the device, and can be removed before it is sent", async () => {
  fakes.put.mockResolvedValue({ status: "queued" });
  await make();
  const [, { action }] = fakes.toast.mock.lastCall ?? [];
  await act(async () => action.onClick());
  expect(fakes.remove).toHaveBeenCalledWith(expect.objectContaining({ version: 0 }));
});

test("S4.gap.2 a refused card and a refused removal are reported", async () => {
  fakes.remove.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "It has changed." }));
  await make();
  const [, { action }] = fakes.toast.mock.lastCall ?? [];
  await act(async () => action.onClick());
  expect(fakes.toast.mock.lastCall?.[0]).toMatch(/^The gap card was not removed\. It has changed/);
  cleanup();
  fakes.known = [];
  fakes.put.mockRejectedValue(new ApiProblem({ code: "limit_reached", status: 409, detail: "You have 5,000 cards." }));
  await make();
  expect(fakes.toast.mock.lastCall?.[0]).toMatch(/^The gap card was not made\. You have 5,000 cards/);
});
