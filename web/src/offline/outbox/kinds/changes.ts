import type {
  Exam,
  Highlight,
  HighlightSeen,
  NewPlaylist,
  OwnCard,
  Playlist,
  PlaylistItem,
  SavedNote,
} from "@/api/models";
import type { components } from "@/api/schema";
import type { StudyFact } from "@/core/study";
import type { PlaylistChange } from "./playlist-view";

type Schemas = components["schemas"];

/** Where the person is in one audio note. */
type AudioPosition = Schemas["AudioPosition"];
/** Where the person is in one note. */
type NotePosition = Schemas["NotePosition"];
/** What can be liked. */
export type LikeKind = Schemas["LikeKind"];
/** A request for a course that is missing; its id is made here. */
export type CourseRequest = Schemas["CreateCourseRequest"] & { id: string };

/** Something that is so or is not: the last word counts, and two opposite ones that nobody has heard are none. */
export type Membership =
  | { kind: "like"; on: boolean; target: LikeKind; id: string }
  | { kind: "followCourse"; on: boolean; code: string }
  | { kind: "followStudent"; on: boolean; username: string }
  /** `note` is the copy that My Notes shows until the server has made its own. */
  | { kind: "saveNote"; on: boolean; noteId: string; note?: SavedNote | undefined }
  | { kind: "wantCourse"; on: boolean; code: string };

/** What happens to a playlist of one's own, by the id that it was made with. */
export type PlaylistWork =
  /** `shown` is the playlist as its maker sees it until the server has it, with what it begins with. */
  | { kind: "createPlaylist"; id: string; body: NewPlaylist; shown: { playlist: Playlist; items: PlaylistItem[] } }
  | { kind: "deletePlaylist"; id: string; name: string }
  | { kind: "addToPlaylist"; id: string; name: string; item: PlaylistItem }
  /** `version` is what the page showed; without one the change is based on those that are sent before it. */
  | { kind: "changePlaylist"; id: string; name: string; change: PlaylistChange; version?: number | undefined };

/**
 * A study card of the student's own as it is from now on; without `card` it is removed. `imageAlt` is said of a picture that
 * it may still get, and `version` is the one that an edit is based on.
 */
export interface OwnCardWork {
  kind: "ownCard";
  course: string;
  id: string;
  card?: OwnCard | undefined;
  imageAlt?: string | undefined;
  version?: number | undefined;
}

/**
 * A highlight from now on; without one it is removed. `before` is what the edit is based on, here and below: the server changes
 * only what differs from it. What is new has none.
 */
export interface HighlightChange {
  kind: "highlight";
  noteId: string;
  id: string;
  highlight?: Highlight | undefined;
  before?: HighlightSeen | undefined;
}

/** The exam of a course from now on; without one it is removed. */
export interface ExamChange {
  kind: "exam";
  code: string;
  exam?: Exam | undefined;
  before?: Exam | undefined;
  /** Codes of courses whose exams are set aside in this one and which the student does not want to keep. */
  dropsSetAside?: string[] | undefined;
}

/** The study settings from now on. */
export interface SettingsChange {
  kind: "studySettings";
  settings: Schemas["StudySettings"];
  before?: Schemas["StudySettings"] | undefined;
}

/**
 * What one page did with study cards, in its order. It waits until `heldUntilMs` for more, so that a session is sent in
 * few requests.
 */
export interface StudyWork {
  kind: "study";
  device: number;
  facts: readonly StudyFact[];
  heldUntilMs: number;
}

/**
 * Everything that a member changes, as it waits to be sent. A new kind needs: its shape here, its thing and whether
 * two of them merge below, its request in `send.ts`, its words in `words.ts`, and what an answer means for the
 * query cache in `arrived.ts`.
 */
export type Change =
  | Membership
  | PlaylistWork
  | { kind: "requestCourse"; request: CourseRequest }
  | HighlightChange
  | OwnCardWork
  | ExamChange
  | SettingsChange
  /** `title` is that of what is reported. */
  | { kind: "report"; report: Schemas["CreateReport"]; title: string }
  | { kind: "position"; position: AudioPosition | NotePosition }
  | StudyWork;

/** A change that has not been confirmed. */
export interface Entry {
  /** Its place: entries are sent in this order where the order matters. */
  seq: number;
  /** By which its maker knows it. */
  id: string;
  change: Change;
  /**
   * `sending`: the server may have it. `refused`: the server will not have it; it waits for the person to decide and is
   * shown nowhere else any more.
   */
  state: "waiting" | "sending" | "refused";
  /** How often it was sent without an answer. */
  tries: number;
  /** Whether it could not be sent at once: nobody waits for the answer any more. */
  isLate: boolean;
  /** Why it was refused, as a sentence. */
  problem?: string | undefined;
  /** It was refused because what it is about is not there any more. */
  isGone?: boolean | undefined;
}

/** What a change is about. Changes of one thing are sent in order. */
export function thingOf(change: Change): string {
  switch (change.kind) {
    case "like":
      return `like ${change.target} ${change.id}`;
    case "followCourse":
    case "wantCourse":
    case "exam":
      return `${change.kind} ${change.code}`;
    case "followStudent":
      return `followStudent ${change.username.toLowerCase()}`;
    case "saveNote":
      return `saveNote ${change.noteId}`;
    case "createPlaylist":
    case "deletePlaylist":
    case "addToPlaylist":
    case "changePlaylist":
      return `playlist ${change.id}`;
    case "requestCourse":
      return `requestCourse ${change.request.id}`;
    case "highlight":
      return `highlight ${change.id}`;
    case "ownCard":
      return `ownCard ${change.id}`;
    case "studySettings":
      return change.kind;
    case "report":
      return `report ${change.report.kind} ${change.report.id}`;
    case "position":
      return `position ${placeOf(change.position)}`;
    case "study":
      return `study ${change.device}`;
  }
}

const placeOf = (position: AudioPosition | NotePosition) =>
  "noteId" in position ? `note ${position.noteId}` : `audio ${position.audioId}`;

/**
 * Changes of one lane are sent one after the other, or together, others beside them. All playlists are one lane: a name
 * that one of them gives up may be the name of the next.
 */
export function laneOf(change: Change): string {
  if (isPlaylistWork(change)) return "playlists";
  if (change.kind === "study") return "study";
  if (change.kind === "position") return "noteId" in change.position ? "places in notes" : "places in recordings";
  return thingOf(change);
}

export function isPlaylistWork(change: Change): change is PlaylistWork {
  return (
    change.kind === "createPlaylist" ||
    change.kind === "deletePlaylist" ||
    change.kind === "addToPlaylist" ||
    change.kind === "changePlaylist"
  );
}

export function isMembership(change: Change): change is Membership {
  return "on" in change;
}

/** A change that says what it is based on, so that it does not replace what another device has changed. */
export type Edit = HighlightChange | ExamChange | SettingsChange | OwnCardWork;

export function isEdit(change: Change): change is Edit {
  const { kind } = change;
  return kind === "highlight" || kind === "exam" || kind === "studySettings" || kind === "ownCard";
}

/** Returns an edit based on the same as an earlier one, or on nothing: then it replaces what is there. */
export function basedOn(edit: Edit, earlier?: Edit): Edit {
  if (edit.kind === "exam" && earlier?.kind === "exam" && earlier.dropsSetAside) {
    const dropsSetAside = [...new Set([...earlier.dropsSetAside, ...(edit.dropsSetAside ?? [])])];
    return { ...edit, before: earlier.before, dropsSetAside };
  }
  if (edit.kind !== "ownCard")
    return { ...edit, before: earlier && "before" in earlier ? earlier.before : undefined } as Edit;
  return { ...edit, version: earlier?.kind === "ownCard" ? earlier.version : undefined };
}
