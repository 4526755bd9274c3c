// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { queryClient } from "@/data/query/query-client";
import { matchPage } from "../boot/match-page";
import { loader as loadProfile } from "./account/public-profile";
import { shouldRevalidate as browsesAgain } from "./course/browse";
import { loader as loadNotes } from "./course/notes";
import { loader as loadDashboard } from "./dashboard";
import { loader as loadStudy } from "./study/study";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/features/browse/browse-page", () => ({ BrowsePage: () => null }));
vi.mock("@/features/notes/notes-page", () => ({ NotesPage: () => null, MissingCourse: () => null }));
vi.mock("@/features/dashboard/dashboard-page", () => ({ DashboardPage: () => null }));
vi.mock("@/features/profile/public-profile", () => ({ PublicProfile: () => null }));
vi.mock("@/features/playlists/student-playlists", () => ({ renderProfilePlaylists: () => null }));
vi.mock("@/features/cards/chapters/chapter-list", () => ({ ChapterList: () => null }));
vi.mock("@/core/search/queries", () => ({ topCoursesQuery: () => ({ queryKey: ["top"], queryFn: () => [] }) }));
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({ parseCourseCode: () => undefined }) }));

test("typing in Browse reloads no data", () => {
  expect(browsesAgain()).toBe(false);
});

function answerTo(guideId: string) {
  const request = new Request(`http://localhost/guide/${encodeURIComponent(guideId)}/notes`);
  return loadNotes({ params: { guideId }, request } as unknown as Parameters<typeof loadNotes>[0]);
}

test("a course page without a code redirects to Browse", async () => {
  const answer = await answerTo(" ");
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).headers.get("location")).toBe("/browse");
});

test("an invalid course code in the URL is shown on the page", async () => {
  expect(await answerTo("nothing")).toEqual({ code: undefined, display: "nothing" });
});

/** Records the paths of all API requests in alphabetical order. */
function askedFor(): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/batch") return new Response("", { status: 404 });
    asked.push(pathname);
    asked.sort();
    return Response.json({ items: [] });
  });
  queryClient.clear();
  return asked;
}

/** Requests in the table of pages, in alphabetical order. */
const early = (path: string) => [...(matchPage(path, true)?.requests ?? [])].sort();

/** Requests that the page frame sends, not the loader of the page. */
const ofEveryPage = ["/api/me/start", "/api/me/note-updates"];

test("a course page requests all its data before it renders", async () => {
  const asked = askedFor();
  await answerTo("CS246");
  const all = early("/guide/CS246/notes").filter((path) => !ofEveryPage.includes(path));
  await vi.waitFor(() => expect(asked).toEqual(all));
});

test("the dashboard requests all its data before it renders", async () => {
  const asked = askedFor();
  loadDashboard();
  const all = early("/").filter((path) => !ofEveryPage.includes(path));
  await vi.waitFor(() => expect(asked).toEqual(all));
});

const profileOf = (username: string) =>
  loadProfile({ params: { username } } as unknown as Parameters<typeof loadProfile>[0]);

test("a profile page requests the profile and its parts in parallel", async () => {
  const asked = askedFor();
  profileOf("amara");
  await vi.waitFor(() => expect(asked).toEqual(early("/u/amara")));
});

test("a non-canonical username requests only the profile at first, because its parts need the canonical username", async () => {
  const asked = askedFor();
  profileOf("AMARA");
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toEqual(["/api/students/AMARA"]);
});

test("a review session requests its courses and their chapters before it renders", async () => {
  const asked = askedFor();
  loadStudy({ request: new Request("http://localhost/study?course=CS246") } as unknown as Parameters<
    typeof loadStudy
  >[0]);
  await vi.waitFor(() =>
    expect(asked).toEqual(expect.arrayContaining(["/api/courses/CS246", "/api/courses/CS246/chapters"])),
  );
});
