import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Highlight } from "@/api/models";
import { remarkDrafts } from "@/data/highlights/remark-drafts";
import { HighlightsPanel } from "./highlights-panel";

afterEach(cleanup);

const highlight = (id: string, quote: string) =>
  ({ id, mark: { quote, prefix: "", suffix: "", page: 4, colour: "yellow", remark: "" } }) as unknown as Highlight;

test("S2.mark.1 a highlight can be removed from the list, even if it belongs to an earlier file", () => {
  const [here, lost] = [highlight("h1", "binary heap"), highlight("h2", "red tree")];
  const remove = vi.fn();
  const marking = {
    anchored: [here],
    unanchored: [lost],
    remove,
    create: () => [],
    change: async () => undefined,
    drafts: remarkDrafts("amara", "n1"),
    renderPage: () => undefined,
  };
  render(<HighlightsPanel highlights={marking} selectedId={undefined} onGo={() => undefined} />);
  const removeIn = (element: HTMLElement) =>
    fireEvent.click(within(element).getByRole("button", { name: "Remove highlight" }));
  const [first, second] = screen.getAllByRole("listitem");
  if (!first || !second) throw new Error("Both are listed.");
  removeIn(first);
  expect(remove).toHaveBeenLastCalledWith(here);
  removeIn(second);
  expect(remove).toHaveBeenLastCalledWith(lost);
});
