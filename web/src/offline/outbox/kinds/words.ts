import { paths } from "@/lib/addresses/paths";
import { displayCode } from "@/lib/addresses/subjects";
import type { Change } from "./changes";

const quoted = (name: string) => `“${name}”`;
const firstLine = (text: string) => text.trim().split("\n")[0] ?? "";

/** Describes a change, to follow "Could not". */
export function doing(change: Change): string {
  switch (change.kind) {
    case "like":
      return change.on ? `like ${likedThing[change.target]}` : "remove a like";
    case "followCourse":
      return `${change.on ? "follow" : "unfollow"} ${displayCode(change.code)}`;
    case "followStudent":
      return `${change.on ? "follow" : "unfollow"} @${change.username}`;
    case "saveNote":
      if (!change.on) return "remove a note from My Notes";
      return change.note ? `add ${quoted(change.note.title)} to My Notes` : "add a note to My Notes";
    case "wantCourse":
      return `${change.on ? "ask for" : "withdraw the request for"} ${displayCode(change.code)}`;
    case "requestCourse":
      return `request ${change.request.courseCode}`;
    case "highlight":
      return change.highlight ? `save a highlight in ${quoted(change.highlight.title)}` : "remove a highlight";
    case "ownCard":
      return change.card
        ? `save your study card ${quoted(firstLine(change.card.title))}`
        : "remove one of your study cards";
    case "exam":
      return `${change.exam ? "save" : "remove"} the date of your exam in ${displayCode(change.code)}`;
    case "studySettings":
      return "save your study settings";
    case "report":
      return `report ${quoted(change.title)}`;
    case "position":
      return `save your position in ${"noteId" in change.position ? "a note" : "an audio note"}`;
    case "study":
      return "save answers to study cards";
    case "createPlaylist":
      return `create the playlist ${quoted(change.body.name)}`;
    case "deletePlaylist":
      return `delete the playlist ${quoted(change.name)}`;
    case "addToPlaylist":
      return `add ${quoted(change.item.title)} to the playlist ${quoted(change.name)}`;
    case "changePlaylist":
      return `${changing[change.change.kind]} ${quoted(change.name)}`;
  }
}

/** Returns the path of the page where a change was made, if there is one. */
export function pathOf(change: Change): string | undefined {
  switch (change.kind) {
    case "like":
      return change.target === "audio" ? undefined : likedPath[change.target](change.id);
    case "followCourse":
    case "exam":
      return paths.notes(change.code);
    case "followStudent":
      return paths.student(change.username);
    case "saveNote":
    case "highlight":
      return paths.note(change.noteId);
    case "wantCourse":
    case "requestCourse":
      return paths.upload();
    case "ownCard":
      return paths.ownCards(change.course);
    case "studySettings":
      return paths.study();
    case "report":
      return change.report.kind === "note" ? paths.note(change.report.id) : undefined;
    case "position":
    case "study":
      return undefined;
    case "createPlaylist":
      return paths.account();
    case "deletePlaylist":
    case "addToPlaylist":
    case "changePlaylist":
      return paths.playlist(change.id);
  }
}

const likedPath = { courses: paths.notes, notes: paths.note } as const;

const likedThing = { courses: "a course", notes: "a note", audio: "an audio note" } as const;

const changing = {
  rename: "rename the playlist",
  show: "change who sees the playlist",
  move: "change the order of",
  remove: "remove an audio note from",
  putBack: "restore an audio note in",
  removeCover: "remove the cover of",
} as const;

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

export const changesText = (count: number) => counted(count, "change", "changes");

/** Counts changes by kind, for example "2 likes, 1 course request". */
export function summary(changes: readonly Change[]): string {
  const groups = new Map<string, [one: string, several: string, count: number]>();
  for (const { kind } of changes) {
    const [one, several] = groupOf[kind];
    groups.set(one, [one, several, (groups.get(one)?.[2] ?? 0) + 1]);
  }
  return [...groups.values()].map(([one, several, count]) => counted(count, one, several)).join(", ");
}

const ofPlaylists: [string, string] = ["change of a playlist", "changes of playlists"];
const ofMyNotes: [string, string] = ["change of My Notes", "changes of My Notes"];
const ofRequests: [string, string] = ["course request", "course requests"];

const groupOf: Record<Change["kind"], [one: string, several: string]> = {
  like: ["like", "likes"],
  followCourse: ["followed course", "followed courses"],
  followStudent: ["followed student", "followed students"],
  saveNote: ofMyNotes,
  wantCourse: ofRequests,
  requestCourse: ofRequests,
  highlight: ["highlight", "highlights"],
  ownCard: ["personal study card", "personal study cards"],
  exam: ["exam date", "exam dates"],
  studySettings: ["change of study settings", "changes of study settings"],
  report: ["report", "reports"],
  position: ["saved position", "saved positions"],
  study: ["set of answers to study cards", "sets of answers to study cards"],
  createPlaylist: ofPlaylists,
  deletePlaylist: ofPlaylists,
  addToPlaylist: ofPlaylists,
  changePlaylist: ofPlaylists,
};
