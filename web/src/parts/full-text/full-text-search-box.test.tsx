import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { FullTextSearchBox } from "./full-text-search-box";

vi.mock("@/session/session", () => import("@/api/testing"));
const page = { note: "n1", title: "Pointers", place: "CS246", page: 2, snippet: "", ranges: [], find: "word" };
const meaning = { isEnglish: true, isError: false };
let answer: object = {
  pages: undefined,
  meaning,
  models: [],
  isPending: true,
  isStale: false,
  isError: false,
  retry: () => undefined,
};
vi.mock("./use-full-text-search", () => ({ useFullTextSearch: () => answer }));
vi.mock("./meaning-offer", () => ({ MeaningOffer: () => null }));
vi.mock("./page-hit", () => ({ hitHref: () => "/note/n1#page=2" }));

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
