import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CourseCard, CourseCardSkeleton } from "./course-card";
import { PageHeader } from "./page-header";
import { SectionHeading } from "./section-head";
import { Tabs } from "./tabs";

afterEach(cleanup);

test("a page header has only the parts that it is given", () => {
  const title = createRef<HTMLHeadingElement>();
  const { container, rerender } = render(
    <PageHeader
      title="Heaps"
      titleRef={title}
      eyebrow="CS 246"
      subtitle="Trees in an array"
      actions={<button type="button">Follow</button>}
      picture={<i data-testid="picture" />}
      back={<a href="/">Back</a>}
    />,
  );
  expect(container.textContent).toBe("BackCS 246HeapsTrees in an arrayFollow");
  expect(screen.getByRole("heading", { level: 1 })).toBe(title.current);
  expect(title.current?.tabIndex).toBe(-1);
  expect(screen.getByTestId("picture")).toBeDefined();
  rerender(<PageHeader title="Heaps" />);
  expect(container.innerHTML).toBe('<header class="page-head"><div class="grow"><h1>Heaps</h1></div></header>');
});

test("a section heading names its section and has content beside it", () => {
  const { rerender } = render(
    <SectionHeading id="new" title="New notes">
      <span>3</span>
    </SectionHeading>,
  );
  const heading = screen.getByRole("heading", { level: 2, name: "New notes" });
  expect([heading.id, heading.className, heading.nextElementSibling?.textContent]).toEqual(["new", "section", "3"]);
  rerender(<SectionHeading id="new" title="New notes" fills />);
  expect(screen.getByRole("heading").className).toBe("section grow");
});

const items = [
  { value: "a", label: "Notes", count: 0, content: "All notes" },
  { value: "b", label: "Cards", content: "All cards" },
];
const tab = (name: RegExp) => screen.getByRole("tab", { name });
const choose = (name: RegExp) => fireEvent.mouseDown(tab(name), { button: 0 });

test("the first tab is chosen at first, and a press shows the panel of another one", () => {
  render(<Tabs label="Kind" items={items} />);
  expect(screen.getByRole("tablist", { name: "Kind" })).toBeDefined();
  expect([tab(/Notes/).textContent, tab(/Cards/).textContent]).toEqual(["Notes0", "Cards"]);
  expect(screen.getByRole("tabpanel").textContent).toBe("All notes");
  choose(/Cards/);
  expect(tab(/Cards/).getAttribute("aria-selected")).toBe("true");
  expect(screen.getByRole("tabpanel").textContent).toBe("All cards");
});

test("another tab can be chosen at first, or by the owner, who hears of presses", () => {
  render(<Tabs label="Kind" items={items} defaultValue="b" />);
  expect(screen.getByRole("tabpanel").textContent).toBe("All cards");
  cleanup();
  const onValueChange = vi.fn();
  render(<Tabs label="Kind" items={items} value="b" onValueChange={onValueChange} />);
  choose(/Notes/);
  expect(onValueChange).toHaveBeenCalledWith("a");
  expect(screen.getByRole("tabpanel").textContent).toBe("All cards");
});

test("tabs without items are empty", () => {
  render(<Tabs label="Kind" items={[]} />);
  expect(screen.queryByRole("tab")).toBeNull();
});

const card = { code: "CS246", title: "Objects", description: "Design", to: "/guide/CS246", like: <i>Like</i> };
const showCard = (more: object = {}) =>
  render(
    <MemoryRouter>
      <CourseCard {...card} {...more} />
    </MemoryRouter>,
  ).container;

test("a course card links to its course and has its controls", () => {
  const container = showCard({ action: <b>Follow</b>, play: <b>Play</b>, label: "Study Guide 1" });
  const link = screen.getByRole("link", { name: "Objects" });
  expect(link.getAttribute("href")).toBe("/guide/CS246");
  expect(link.closest("h3")?.title).toBe("Objects");
  expect(container.querySelector(".foot")?.textContent).toBe("LikeFollow");
  expect(container.textContent).toContain("Design");
  expect(container.textContent).toContain("Play");
  expect(container.querySelector(".cover")?.textContent).toContain("Study Guide 1");
});

test("a recommended course says why, on its cover and for screen readers", () => {
  const container = showCard({ reason: "You follow it" });
  expect(screen.getAllByText("You follow it")).toHaveLength(2);
  expect(container.querySelector(".cover")?.textContent).toContain("You follow it");
  cleanup();
  const labelled = showCard({ reason: "You follow it", label: "New" });
  expect(labelled.querySelector(".cover")?.textContent).toContain("New");
  expect(screen.getAllByText("You follow it")).toHaveLength(1);
  cleanup();
  expect(showCard().querySelector(".body .sr-only")).toBeNull();
});

test("the outline of a course card is hidden from screen readers", () => {
  const { container } = render(<CourseCardSkeleton />);
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
});
