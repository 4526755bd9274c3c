import { expect, test } from "vitest";
import { changeHref, describeChange, summarizeChanges } from "./change-text";
import type { Change } from "./table";

const item = { audioId: "a", title: "Heaps", addedAt: "" };
const inPlaylist = (change: object) => ({ kind: "changePlaylist", id: "p", name: "Tonight", change });
const changes: [text: string, href: string | undefined, change: object][] = [
  ["like a course", "/guide/CS246/notes", { kind: "like", on: true, target: "courses", id: "CS246" }],
  ["like a note", "/note/n", { kind: "like", on: true, target: "notes", id: "n" }],
  ["like an audio note", undefined, { kind: "like", on: true, target: "audio", id: "a" }],
  ["remove a like", "/note/n", { kind: "like", on: false, target: "notes", id: "n" }],
  ["follow CS 246", "/guide/CS246/notes", { kind: "followCourse", on: true, code: "CS246" }],
  ["unfollow CS 246", "/guide/CS246/notes", { kind: "followCourse", on: false, code: "CS246" }],
  ["follow @ada", "/u/ada", { kind: "followStudent", on: true, username: "ada" }],
  ["unfollow @ada", "/u/ada", { kind: "followStudent", on: false, username: "ada" }],
  ["add “Pointers” to My Notes", "/note/n", { kind: "saveNote", on: true, noteId: "n", note: { title: "Pointers" } }],
  ["add a note to My Notes", "/note/n", { kind: "saveNote", on: true, noteId: "n" }],
  ["remove a note from My Notes", "/note/n", { kind: "saveNote", on: false, noteId: "n" }],
  ["ask for ART 100", "/upload", { kind: "wantCourse", on: true, code: "ART100" }],
  ["withdraw the request for ART 100", "/upload", { kind: "wantCourse", on: false, code: "ART100" }],
  ["request ART 100", "/upload", { kind: "requestCourse", request: { courseCode: "ART 100" } }],
  ["save a highlight in “Pointers”", "/note/n", { kind: "highlight", noteId: "n", highlight: { title: "Pointers" } }],
  ["remove a highlight", "/note/n", { kind: "highlight", noteId: "n" }],
  ["save a bookmark in “Heaps”", "/audio/a", { kind: "bookmark", audioId: "a", bookmark: { title: "Heaps" } }],
  ["remove a bookmark", "/audio/a", { kind: "bookmark", audioId: "a" }],
  [
    "save your study card “Heap?”",
    "/guide/CS246/my-cards",
    { kind: "personalCard", course: "CS246", card: { title: "Heap?" } },
  ],
  ["remove one of your study cards", "/guide/CS246/my-cards", { kind: "personalCard", course: "CS246" }],
  ["save the date of your exam in CS 246", "/guide/CS246/notes", { kind: "exam", code: "CS246", exam: {} }],
  ["remove the date of your exam in CS 246", "/guide/CS246/notes", { kind: "exam", code: "CS246" }],
  ["save your study settings", "/study", { kind: "studySettings" }],
  ["report “Pointers”", "/note/n", { kind: "report", title: "Pointers", report: { kind: "note", id: "n" } }],
  ["report “Heaps”", undefined, { kind: "report", title: "Heaps", report: { kind: "audio", id: "a" } }],
  ["save your position in a note", undefined, { kind: "position", position: { noteId: "n" } }],
  ["save your position in an audio note", undefined, { kind: "position", position: { audioId: "a" } }],
  ["save answers to study cards", undefined, { kind: "study" }],
  ["create the playlist “Tonight”", "/account", { kind: "createPlaylist", id: "p", body: { name: "Tonight" } }],
  ["delete the playlist “Tonight”", "/playlist/p", { kind: "deletePlaylist", id: "p", name: "Tonight" }],
  ["add “Heaps” to the playlist “Tonight”", "/playlist/p", { kind: "addToPlaylist", id: "p", name: "Tonight", item }],
  ["rename the playlist “Tonight”", "/playlist/p", inPlaylist({ kind: "rename", name: "Later" })],
  ["change who sees the playlist “Tonight”", "/playlist/p", inPlaylist({ kind: "show" })],
  ["change the order of “Tonight”", "/playlist/p", inPlaylist({ kind: "move" })],
  ["remove an audio note from “Tonight”", "/playlist/p", inPlaylist({ kind: "remove" })],
  ["restore an audio note in “Tonight”", "/playlist/p", inPlaylist({ kind: "putBack" })],
  ["remove the cover of “Tonight”", "/playlist/p", inPlaylist({ kind: "removeCover" })],
];

test.each(changes)("S4.out.3 the text '%s' and the page of a change", (text, href, change) => {
  expect([describeChange(change as Change), changeHref(change as Change)]).toEqual([text, href]);
});

test("changes are counted by kind, in the order of the first of each", () => {
  const [like, , audio, , follow] = changes.map(([, , change]) => change as Change);
  expect(summarizeChanges([like, follow, audio] as Change[])).toBe("2 likes, 1 followed course");
});
