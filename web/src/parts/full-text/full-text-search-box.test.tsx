import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { FullTextSearchBox } from "./full-text-search-box";

vi.mock("@/session/session", () => import("@/api/testing"));
const page = { note: "n1", title: "Pointers", place: "CS246", page: 2, snippet: "", ranges: [], find: "word" };
const passage = { ...page, note: "r1", title: "Spoken", place: "audio_CS246", page: 752, snippet: "a word" };
const nothingYet = {
  pages: undefined,
  meaning: { isEnglish: true, isError: false },
  models: [],
  isPending: true,
  isStale: false,
  isError: false,
  retry: () => undefined,
};
let answer: object = nothingYet;
let spoken: object = { ...nothingYet, isPending: false };
vi.mock("./use-full-text-search", () => ({
  useFullTextSearch: (_text: string, { places }: { places: string[] }) => (places[0] === "CS246" ? answer : spoken),
}));
vi.mock("./meaning-offer", () => ({ MeaningOffer: () => null }));
vi.mock("./page-hit", () => ({ hitHref: () => "/note/n1#page=2" }));
const { playHit } = vi.hoisted(() => ({ playHit: vi.fn() }));
vi.mock("./recording-hit", async (original) => ({
  ...(await original<typeof import("./recording-hit")>()),
  usePlayRecordingHit: () => playHit,
}));
vi.mock("@/core/durations", () => ({ useDurations: () => ({ clock: (secs: number) => `${secs} s` }) }));

afterEach(cleanup);

function Here() {
  return <output>{useLocation().pathname}</output>;
}

const view = (
  <MemoryRouter initialEntries={["/guide"]}>
    <FullTextSearchBox place="CS246" label="Search inside" />
    <Here />
  </MemoryRouter>
);

test("S2.find.5 Enter waits for the results of the latest query, then opens the best page", async () => {
  const { rerender } = render(view);
  const box = screen.getByLabelText("Search inside");
  fireEvent.change(box, { target: { value: "word" } });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(screen.getByText("/guide")).toBeDefined();
  answer = { ...answer, pages: [page], isPending: false };
  rerender(
    <MemoryRouter initialEntries={["/guide"]}>
      <FullTextSearchBox place="CS246" label="Search inside" />
      <Here />
    </MemoryRouter>,
  );
  expect(await screen.findByText("/note/n1")).toBeDefined();
});

const both = () => (
  <MemoryRouter initialEntries={["/guide"]}>
    <FullTextSearchBox place="CS246" audioPlace="audio_CS246" label="Search inside" />
    <Here />
  </MemoryRouter>
);

test("S2.heard.2 passages are listed below the pages, and Enter plays the best one if no page matches", async () => {
  answer = { ...nothingYet, pages: [], isPending: false };
  spoken = nothingYet;
  const { rerender } = render(both());
  const box = screen.getByLabelText("Search inside");
  fireEvent.change(box, { target: { value: "word" } });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(screen.getByText("/guide")).toBeDefined();
  spoken = { ...nothingYet, pages: [passage], isPending: false };
  rerender(both());
  const link = await screen.findByRole("link", { name: /^751 s · Spoken/ });
  expect(link.getAttribute("href")).toBe("/audio/r1?t=751");
  expect(screen.getByText("1 in audio notes")).toBeDefined();
  expect(screen.getByText("/audio/r1")).toBeDefined();
  expect(playHit).toHaveBeenCalledWith(passage);
});

test("S2.heard.2 a press on a passage plays it, but not if the press opens a new tab", () => {
  answer = { ...nothingYet, pages: [page], isPending: false };
  render(both());
  fireEvent.change(screen.getByLabelText("Search inside"), { target: { value: "word" } });
  const link = screen.getByRole("link", { name: /Spoken/ });
  playHit.mockClear();
  fireEvent.click(link, { ctrlKey: true });
  expect(playHit).not.toHaveBeenCalled();
  fireEvent.click(link);
  expect(playHit).toHaveBeenCalledWith(passage);
});
