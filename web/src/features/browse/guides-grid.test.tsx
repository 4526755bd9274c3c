import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { CoursesGrid } from "./guides-grid";

const fakes = vi.hoisted(() => ({
  guides: {} as Record<string, unknown>,
  isKnown: true,
  interests: vi.fn(),
  like: vi.fn(),
}));
vi.mock("@/core/search/queries", () => ({
  useRecommendations: (interests: object) => {
    fakes.interests(interests);
    return fakes.guides;
  },
}));
vi.mock("./use-recommendation-signals", () => ({
  useRecommendationSignals: () => ({ interests: { followed: ["CS246"] }, isKnown: fakes.isKnown }),
  recommendationReasonText: ({ kind }: { kind: string }) => `Because ${kind}`,
}));
vi.mock("@/data/likes/likes", () => ({
  useLike: (...of: unknown[]) => {
    fakes.like(...of);
    return { isLiked: false, count: of[2], label: "Like", onToggle: () => undefined };
  },
}));
vi.mock("./follow-icon", () => ({
  FollowIcon: ({ code }: { code: string }) => <button type="button">Follow {code}</button>,
}));

const course = (code: string, kind = "popular") => ({
  code,
  title: `Title ${code}`,
  description: `About ${code}`,
  likes: 7,
  reason: { kind },
});
const page = (total: number, followed: number, ...codes: string[]) => ({
  total,
  followed,
  courses: codes.map((code, index) => course(code, index < followed ? "followed" : "popular")),
});
const fetchNextPage = vi.fn();
const refetch = vi.fn();
let observers: { near: (entries: object[]) => void; disconnect: () => void }[];

beforeEach(() => {
  for (const each of [fetchNextPage, refetch, fakes.interests, fakes.like]) each.mockReset();
  fakes.isKnown = true;
  observers = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly disconnect = vi.fn();
      constructor(near: (entries: object[]) => void) {
        observers.push({ near, disconnect: this.disconnect });
      }
      observe() {}
    },
  );
});
afterEach(cleanup);

const query = (pages: object[] | undefined, more: object = {}) => ({
  data: pages && { pages },
  isPending: !pages,
  isError: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage,
  refetch,
  ...more,
});

function show(guides: Record<string, unknown>) {
  fakes.guides = guides;
  const grid = (
    <MemoryRouter>
      <CoursesGrid />
    </MemoryRouter>
  );
  const { rerender } = render(grid);
  return (next: Record<string, unknown>) => {
    fakes.guides = next;
    rerender(
      <MemoryRouter>
        <CoursesGrid />
      </MemoryRouter>,
    );
  };
}

const titlesIn = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("S2.browse.7 a loading state is shown until the catalogue and the followed courses are known", () => {
  show(query(undefined));
  expect(screen.getByRole("status").textContent).toBe("Fetching your recommendations...");
  cleanup();
  fakes.isKnown = false;
  show(query([page(1, 0, "CS246")]));
  expect(screen.getByRole("status").textContent).toBe("Fetching your recommendations...");
});

test("S2.browse.6 followed courses are recommended first, and the number of all other courses is shown", () => {
  show(query([page(1300, 1, "CS246", "CS136")]));
  expect(fakes.interests.mock.calls[0]).toEqual([{ followed: ["CS246"] }]);
  expect(titlesIn("Recommended for You")).toEqual(["/guide/CS246/notes"]);
  expect(titlesIn("Popular Study Guides")).toEqual(["/guide/CS136/notes"]);
  expect(screen.getByText("1,299")).toBeDefined();
  expect(screen.getByRole("region", { name: "Recommended for You" }).textContent).toContain("Because followed");
  expect(screen.getByText("About CS136")).toBeDefined();
  expect(screen.getByRole("button", { name: "Follow CS136" })).toBeDefined();
  expect(fakes.like.mock.calls).toContainEqual(["courses", "CS136", 7]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a section without courses has no heading", () => {
  show(query([page(1, 1, "CS246")]));
  expect(screen.queryByRole("heading", { name: "Popular Study Guides" })).toBeNull();
  cleanup();
  show(query([page(1, 0, "CS246")]));
  expect(screen.queryByRole("heading", { name: "Recommended for You" })).toBeNull();
});

test("an empty catalogue shows an empty state, and one that could not be loaded can be retried", () => {
  show(query([page(0, 0)]));
  expect(screen.getByText("No Study Guides Yet")).toBeDefined();
  cleanup();
  show(query(undefined, { isError: true, error: unreachableProblem() }));
  expect(screen.getByText("Could not load the study guides")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledOnce();
});

const pages = (count: number) => Array.from({ length: count }, (_, index) => page(9, 0, `CS${100 + index}`));
const near = (isIntersecting: boolean) => act(() => observers.at(-1)?.near([{ isIntersecting }]));

test("more courses load automatically near the end of the page, and by a button after six pages", () => {
  const update = show(query(pages(1), { hasNextPage: true }));
  near(false);
  expect(fetchNextPage).not.toHaveBeenCalled();
  near(true);
  expect(fetchNextPage).toHaveBeenCalledOnce();
  update(query(pages(1), { hasNextPage: true, isFetchingNextPage: true }));
  expect(observers[0]?.disconnect).toHaveBeenCalledOnce();
  expect(observers).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Loading..." })).toBeDefined();
  update(query(pages(5), { hasNextPage: true }));
  expect(observers).toHaveLength(2);
  update(query(pages(6), { hasNextPage: true }));
  expect(observers[1]?.disconnect).toHaveBeenCalledOnce();
  expect(observers).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});
