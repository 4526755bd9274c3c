import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { startWasmModule } from "@/core/testing";
import { GapCardMaker } from "./gap-card-maker";

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

async function make() {
  const onClose = vi.fn();
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <GapCardMaker code="CS246" source={source} pageText="Why? It costs $5 a day." chapter="k1" onClose={onClose} />
      </QueryClientProvider>
    </StrictMode>,
  );
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
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

test("S4.gap.2 a second press makes no second card", async () => {
  await make();
  cleanup();
  await make();
  expect(fakes.put).toHaveBeenCalledOnce();
  expect(fakes.toast).toHaveBeenLastCalledWith("You already have this gap card.");
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
