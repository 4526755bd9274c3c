import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { BUILT_IN_COURSES, DASHBOARD_GUIDES } from "@/core/limits";
import { PopularCourses } from "./top-guides";

vi.mock("@/session/session", () => import("@/api/testing"));

/** Fake core that returns the built-in courses; the ranking has its own tests. */
vi.mock("@/core/search/queries", () => ({
  useCatalogue: () => undefined,
  topCoursesQuery: (count: number) => ({
    queryKey: ["top"],
    queryFn: async () => ({ courses: BUILT_IN_COURSES.slice(0, count).map((course) => ({ ...course, likes: 0 })) }),
  }),
}));

afterEach(cleanup);

test("S2.dash.3 without likes the four sample guides show number, course and description", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ courses: [], notes: [], audio: [] }));
  signInAs({ uid: "u1", name: "Amara" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PopularCourses />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const guides = await screen.findAllByRole("article");
  expect(guides).toHaveLength(DASHBOARD_GUIDES);
  const expected = ["CS 246", "MATH 137", "STAT 230", "MATH 135"];
  for (const [place, guide] of guides.entries()) {
    const { title, description } = BUILT_IN_COURSES[place] ?? { title: "none", description: "none" };
    const shown = within(guide);
    for (const text of [`Study Guide ${place + 1}`, expected[place] ?? "", title, description]) {
      expect(shown.getByText(text), `${text} on guide ${place + 1}`).toBeDefined();
    }
  }
});

/** Renders the guides and returns their requests for recordings. */
async function audioAsked(hasNoHover: boolean): Promise<string[]> {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const address = typeof request === "string" ? request : request.url;
    if (/\/courses\/[^/]+\/audio/.test(address)) asked.push(address);
    return Response.json({ items: [], courses: [], notes: [], audio: [] });
  });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(hover: none)" && hasNoHover }));
  signInAs({ uid: "u1", name: "Amara" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PopularCourses />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findAllByRole("article");
  return asked;
}

test("on a touch screen the recordings of every guide are prefetched", async () => {
  const asked = await audioAsked(true);
  await vi.waitFor(() => expect(asked).toHaveLength(DASHBOARD_GUIDES));
});

test("with a mouse the recordings of a guide are prefetched when the pointer is over its button", async () => {
  const asked = await audioAsked(false);
  const [play] = await screen.findAllByRole("button", { name: /^Play audio/ });
  fireEvent.pointerEnter(play as HTMLElement);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
});
