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

type AudioPosition = Schemas["AudioPosition"];
type NotePosition = Schemas["NotePosition"];
export type LikeKind = Schemas["LikeKind"];
/** Request for a missing course. The client creates the id. */
export type CourseRequest = Schemas["CreateCourseRequest"] & { id: string };

/** A state that is on or off. The last change wins, and two opposite unsent changes cancel each other. */
export type Membership =
  | { kind: "like"; on: boolean; target: LikeKind; id: string }
  | { kind: "followCourse"; on: boolean; code: string }
  | { kind: "followStudent"; on: boolean; username: string }
  /** `note` is shown in My Notes until the server has confirmed the saved note. */
  | { kind: "saveNote"; on: boolean; noteId: string; note?: SavedNote | undefined }
  | { kind: "wantCourse"; on: boolean; code: string };

/** A change of one of the user's playlists, identified by the id that the client created. */
export type PlaylistWork =
  /** `shown` is the optimistic playlist with its first items. */
  | { kind: "createPlaylist"; id: string; body: NewPlaylist; shown: { playlist: Playlist; items: PlaylistItem[] } }
  | { kind: "deletePlaylist"; id: string; name: string }
  | { kind: "addToPlaylist"; id: string; name: string; item: PlaylistItem }
  /** `version` is the version that the page showed. Without it, the change follows the changes sent before it. */
  | { kind: "changePlaylist"; id: string; name: string; change: PlaylistChange; version?: number | undefined };

/**
 * New state of a personal card; without `card` it is deleted. `version` is the version on which the edit is based.
 * `imageAlt` describes a picture that may be uploaded later.
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
 * New state of a highlight; without `highlight` it is deleted. `before` is the state on which the edit is based, here
 * and below. The server changes only the fields that differ from it. New items have none.
 */
export interface HighlightChange {
  kind: "highlight";
  noteId: string;
  id: string;
  highlight?: Highlight | undefined;
  before?: HighlightSeen | undefined;
}

/** New exam of a course; without `exam` it is deleted. */
export interface ExamChange {
  kind: "exam";
  code: string;
  exam?: Exam | undefined;
  before?: Exam | undefined;
  /** Id of the exam to delete. Without it, the exam of the course is deleted. */
  id?: string | undefined;
  /** Set-aside exams that the student discards, by their ids or the codes of their courses. */
  dropsSetAside?: string[] | undefined;
}

export interface SettingsChange {
  kind: "studySettings";
  settings: Schemas["StudySettings"];
  before?: Schemas["StudySettings"] | undefined;
}

/**
 * Review events of one page, in order. The entry waits until `heldUntilMs` (Unix milliseconds) for more events, to save
 * requests.
 */
export interface StudyWork {
  kind: "study";
  device: number;
  facts: readonly StudyFact[];
  heldUntilMs: number;
}

/**
 * One change that waits in the outbox. A new kind needs its shape and key here, a merge rule in `merging.ts`, and a
 * request in `send.ts`. Its texts are in `words.ts`, and its effect on the query cache is in `arrived.ts`.
 */
export type Change =
  | Membership
  | PlaylistWork
  | { kind: "requestCourse"; request: CourseRequest }
  | HighlightChange
  | OwnCardWork
  | ExamChange
  | SettingsChange
  /** `title` is the title of the reported item. */
  | { kind: "report"; report: Schemas["CreateReport"]; title: string }
  | { kind: "position"; position: AudioPosition | NotePosition }
  | StudyWork;

/** One unconfirmed change in the outbox. */
export interface Entry {
  /** Sequence number. It decides the order within a lane. */
  seq: number;
  /** Identifies the change for the caller that waits for its outcome. */
  id: string;
  change: Change;
  /**
   * `sending`: the server may have received it. `refused`: the server rejected it; it is no longer shown optimistically
   * and waits for the user's decision.
   */
  state: "waiting" | "sending" | "refused";
  /** Number of attempts without a response. */
  tries: number;
  /** True if it could not be sent at once. No caller waits for the response. */
  isLate: boolean;
  /** Reason for the rejection, as a message for the user. */
  problem?: string | undefined;
  /** True if it was rejected because its item no longer exists. */
  isGone?: boolean | undefined;
}

/** Returns the key of the item that a change affects. Changes with the same key are sent in order. */
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
 * Returns the lane of a change. Lanes are sent in parallel; changes of one lane are sent in order or in one batch. All
 * playlists share a lane, because a playlist may take a name that another one gave up.
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

/** A change that states its base, so that it does not overwrite changes of other devices. */
export type Edit = HighlightChange | ExamChange | SettingsChange | OwnCardWork;

export function isEdit(change: Change): change is Edit {
  const { kind } = change;
  return kind === "highlight" || kind === "exam" || kind === "studySettings" || kind === "ownCard";
}

/**
 * Returns the edit with the base of an earlier one. Without `earlier`, it has no base and overwrites the server's
 * state.
 */
export function basedOn(edit: Edit, earlier?: Edit): Edit {
  if (edit.kind === "exam" && earlier?.kind === "exam" && earlier.dropsSetAside) {
    const dropsSetAside = [...new Set([...earlier.dropsSetAside, ...(edit.dropsSetAside ?? [])])];
    return { ...edit, before: earlier.before, dropsSetAside };
  }
  if (edit.kind !== "ownCard")
    return { ...edit, before: earlier && "before" in earlier ? earlier.before : undefined } as Edit;
  return { ...edit, version: earlier?.kind === "ownCard" ? earlier.version : undefined };
}
