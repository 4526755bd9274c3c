import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { BUILT_IN_COURSES, DASHBOARD_GUIDES } from "@/core/limits";
import { TopGuides } from "./top-guides";

vi.mock("@/api/session", () => import("@/api/testing"));

/** What the core answers of a catalogue in which nothing goes on; its own tests assert that order. */
vi.mock("@/core/queries", () => ({
  useCatalogue: () => undefined,
  topQuery: (count: number) => ({
    queryKey: ["top"],
    queryFn: async () => ({ courses: BUILT_IN_COURSES.slice(0, count).map((course) => ({ ...course, likes: 0 })) }),
  }),
}));

afterEach(cleanup);

test("S2.dash.3 while nothing is liked the four sample guides are there, with number, course and description", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ courses: [], notes: [], audio: [] }));
  signInAs({ uid: "u1", name: "Amara" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TopGuides />
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

test.each([
  ["with a mouse", false],
  ["on a touch screen", true],
])("%s the audio notes of a guide are asked for before the press: %s", async (_where, hasNoHover) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request | string) => {
    asked.push(typeof request === "string" ? request : request.url);
    return Response.json({ items: [], courses: [], notes: [], audio: [] });
  });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(hover: none)" && hasNoHover }));
  signInAs({ uid: "u1", name: "Amara" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TopGuides />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const [guide] = await screen.findAllByRole("article");
  const ofCourses = () => asked.filter((address) => /\/courses\/[^/]+\/audio/.test(address)).length > 0;
  if (hasNoHover) await vi.waitFor(() => expect(ofCourses()).toBe(true));
  expect(ofCourses()).toBe(hasNoHover);
  expect(guide).toBeDefined();
});
