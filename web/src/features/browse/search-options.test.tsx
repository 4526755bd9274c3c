import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudentSummary } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { Combobox, ComboboxInput } from "@/ui/form/combobox";
import { CourseOptions, ProfileOptions } from "./search-options";
import type { Suggestion, SuggestionGroup } from "./suggestions";

const calls = { refetch: vi.fn(), notes: vi.fn(), inside: vi.fn(), onOpen: vi.fn() };
const idle = { isPending: false, isError: false, error: undefined as unknown, refetch: calls.refetch };
const failed = { ...idle, isError: true, error: new Error("No.") };

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
});
afterEach(cleanup);

function within(options: React.ReactElement): void {
  const nothing = () => undefined;
  render(
    <MemoryRouter>
      <Combobox text="" onText={nothing} isOpen active={1} onActive={nothing} includesInput>
        <ComboboxInput label="Search" />
        {options}
      </Combobox>
    </MemoryRouter>,
  );
}
const match = (key: string, more: object = {}): Suggestion => ({
  key,
  code: { text: key, ranges: [] },
  title: { text: `Title of ${key}`, ranges: [] },
  href: "/",
  ...more,
});
const guides = (more: Partial<ComponentProps<typeof CourseOptions>> = {}) =>
  within(
    <CourseOptions
      id="list"
      search={idle}
      hasGuides
      notes={undefined}
      inside={{ isError: false, error: undefined, retry: calls.inside }}
      groups={[]}
      active={1}
      onOpen={calls.onOpen}
      {...more}
    />,
  );
const notes = () => screen.queryAllByRole("status").map(({ textContent }) => textContent);
const retry = () => fireEvent.click(screen.getByRole("button", { name: "Retry" }));

test.each([
  ["loading", { search: { ...idle, isPending: true }, hasGuides: false }, ["Loading..."]],
  ["without a match", { hasGuides: false }, ["No study guides match. Request a course"]],
  ["with a match", {}, []],
])("the text for a search that is %s", (_, more, expected) => {
  guides(more);
  expect(notes()).toEqual(expected);
});

test("without a match a course can be requested", () => {
  guides({ hasGuides: false });
  expect(screen.getByRole("link", { name: "Request a course" }).getAttribute("href")).toBe(paths.upload());
});

test.each([
  ["the courses", { search: failed, hasGuides: false }, "The course list could not be loaded", calls.refetch],
  ["the notes", { notes: { ...failed, refetch: calls.notes } }, "Notes could not be searched", calls.notes],
  [
    "the text inside notes",
    { inside: { isError: true, error: new Error("No."), retry: calls.inside } },
    "The text inside notes and audio notes could not be searched",
    calls.inside,
  ],
])("an error of %s is shown, and can be retried", (_, more, text, call) => {
  guides(more);
  expect(notes()).toEqual([expect.stringContaining(text)]);
  retry();
  expect(call).toHaveBeenCalledTimes(1);
});

test("if both searches fail, the error of the note search replaces that of the full-text search", () => {
  guides({
    notes: { ...failed, refetch: calls.notes },
    inside: { isError: true, error: new Error("No."), retry: calls.inside },
  });
  expect(notes()).toEqual([expect.stringContaining("Notes could not be searched")]);
});

test("groups have headings, except a single list of courses, and the active option shows 'Enter'", () => {
  const groups: SuggestionGroup[] = [
    { name: "Study Guides", matches: [match("CS246")] },
    { name: "Notes", matches: [match("n1", { detail: "p. 3" }), match("n2")] },
  ];
  guides({ groups });
  expect(screen.getAllByRole("group").map(({ ariaLabel }) => ariaLabel)).toEqual(["Study Guides", "Notes"]);
  expect([...document.querySelectorAll(".menu-head")].map(({ textContent }) => textContent)).toEqual([
    "Study Guides",
    "Notes",
  ]);
  const options = screen.getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "CS246Title of CS246",
    "n1Title of n1p. 3Enter",
    "n2Title of n2",
  ]);
  expect(options.map((option) => option.getAttribute("aria-selected"))).toEqual(["false", "true", "false"]);
  fireEvent.click(options[2] as Element);
  expect(calls.onOpen.mock.calls).toEqual([[groups[1]?.matches[1]]]);
  cleanup();
  guides({ groups: groups.slice(0, 1) });
  expect(document.querySelector(".menu-head")).toBeNull();
  cleanup();
  guides({ groups: groups.slice(1) });
  expect(document.querySelector(".menu-head")?.textContent).toBe("Notes");
});

const ada = { username: "ada", displayUsername: "Ada" } as StudentSummary;
const profiles = (more: Partial<ComponentProps<typeof ProfileOptions>> = {}) =>
  within(
    <ProfileOptions
      id="list"
      search={idle}
      isTooShort={false}
      isWaiting={false}
      students={[]}
      onOpen={calls.onOpen}
      {...more}
    />,
  );

test.each([
  [{ isTooShort: true, search: failed }, "Type at least two letters of a username."],
  [{ search: { ...idle, isPending: true } }, "Loading..."],
  [{ isWaiting: true }, "Loading..."],
  [{}, "No users found."],
])("a search for students with %j says: %s", (more, text) => {
  profiles(more);
  expect(notes()).toEqual([text]);
});

test("an error of the search for students is shown, and can be retried", () => {
  profiles({ search: failed });
  expect(notes()).toEqual([expect.stringContaining("Profiles could not be loaded")]);
  retry();
  expect(calls.refetch).toHaveBeenCalledTimes(1);
});

test("found students are listed without a message, and a press passes the index of the student", () => {
  profiles({ students: [ada, { ...ada, username: "ben", displayUsername: "Ben" }], search: failed });
  expect(notes()).toEqual([]);
  const options = screen.getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Ada.*View Profile$/),
    expect.stringMatching(/Ben.*View Profile$/),
  ]);
  fireEvent.click(options[1] as Element);
  expect(calls.onOpen.mock.calls).toEqual([[1]]);
});
