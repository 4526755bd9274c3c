import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ShelfHeader } from "./shelf-header";
import { shelves } from "./shelves";

test("S2.audio.1 S2.audio.2 S9.c.14 shows the title and the totals of the shelf", async () => {
  const shelf = { id: "quick-recap", title: "Quick Recap", episodes: 1, totalSecs: 3900 } as const;
  const { rerender } = render(<ShelfHeader info={shelves["quick-recap"]} shelf={shelf} actions={null} />);
  expect(screen.getByText("Public Playlist")).toBeDefined();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Quick Recap");
  expect(screen.getByText("For efficient review before exams")).toBeDefined();
  expect(await screen.findByText("Note Ninja · 1 episode · about 1 hr 5 min")).toBeDefined();
  rerender(
    <ShelfHeader info={shelves["quick-recap"]} shelf={{ ...shelf, episodes: 10_000, totalSecs: 0 }} actions={null} />,
  );
  expect(screen.getByText("Note Ninja · 10,000 episodes · about 0 min")).toBeDefined();
});
