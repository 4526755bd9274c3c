import { api, outlivesPage, payload } from "@/api/client";
import type { Playlist, SavedNote } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import type { components } from "@/api/schema";
import type { Change, OwnCardWork, PlaylistWork } from "./changes";
import type { PlaylistChange } from "./playlist-view";

type Schemas = components["schemas"];

/** Response type of each kind of change. `undefined`: the page needs no response body. */
export interface Answers {
  like: Schemas["LikeState"];
  followCourse: undefined;
  followStudent: Schemas["FollowedStudent"];
  /** `isNew`: the note was not in the collection before. `saved` is `undefined` after a removal. */
  saveNote: { saved: SavedNote | undefined; isNew: boolean };
  wantCourse: Schemas["CourseDemand"];
  requestCourse: undefined;
  /** `undefined` after a removal. */
  highlight: Schemas["HighlightKept"] | undefined;
  ownCard: Schemas["OwnCardKept"] | Schemas["OwnCardRemoved"];
  exam: Schemas["MyExam"] | undefined;
  studySettings: Schemas["StudySettings"];
  report: Schemas["ReportCreated"];
  position: (Schemas["AudioPosition"] | Schemas["NotePosition"])[];
  study: undefined;
  createPlaylist: Schemas["CreatedPlaylist"];
  deletePlaylist: undefined;
  addToPlaylist: Schemas["AddedToPlaylist"];
  changePlaylist: Playlist;
}

export type Answer<C extends Change = Change> = Answers[C["kind"]];

export interface Sending {
  /** Expected version of the playlist or card; the server refuses the change if it has a newer one. */
  version?: number | undefined;
  signal: AbortSignal;
}

type Lasting = typeof outlivesPage & Pick<Sending, "signal">;

const based = <T>(before: T | undefined) => (before === undefined ? {} : { before });

type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** Awaits a deletion. A 404 counts as success, because the item is already deleted. */
async function gone<T>(call: Call<T>): Promise<T | undefined> {
  try {
    return await payload(call);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

/** Sends one change. Every request is idempotent. An aborted request may have reached the server. */
export async function send(change: Change, how: Sending): Promise<Answer> {
  const { signal } = how;
  const lasting = { ...outlivesPage, signal };
  switch (change.kind) {
    case "like": {
      const fact = { params: { path: { kind: change.target, id: change.id } }, ...lasting };
      return change.on
        ? payload(api.PUT("/api/likes/{kind}/{id}", fact))
        : payload(api.DELETE("/api/likes/{kind}/{id}", fact));
    }
    case "followCourse": {
      const fact = { params: { path: { code: change.code } }, ...lasting };
      await (change.on
        ? payload(api.PUT("/api/me/courses/{code}", fact))
        : payload(api.DELETE("/api/me/courses/{code}", fact)));
      return undefined;
    }
    case "followStudent": {
      const fact = { params: { path: { username: change.username } }, ...lasting };
      return change.on
        ? payload(api.PUT("/api/me/students/{username}", fact))
        : payload(api.DELETE("/api/me/students/{username}", fact));
    }
    case "saveNote":
      return saveNote(change.noteId, change.on, lasting);
    case "wantCourse": {
      const fact = { params: { path: { code: change.code } }, ...lasting };
      return change.on
        ? payload(api.PUT("/api/demand/{code}/me-too", fact))
        : payload(api.DELETE("/api/demand/{code}/me-too", fact));
    }
    case "requestCourse":
      await payload(api.POST("/api/requests", { body: change.request, signal }));
      return undefined;
    case "highlight": {
      const params = { path: { noteId: change.noteId, id: change.id } };
      const path = "/api/me/highlights/{noteId}/{id}";
      if (!change.highlight) {
        await payload(api.DELETE(path, { params, ...lasting }));
        return undefined;
      }
      const body = { ...change.highlight.mark, ...based(change.before) };
      return payload(api.PUT(path, { params, body, ...lasting }));
    }
    case "ownCard":
      return sendOwnCard(change, how.version, lasting);
    case "exam": {
      const params = { path: { code: change.code } };
      const path = "/api/me/exams/{code}";
      if (change.exam) {
        const { course: _, id: _id, setAside: _known, ...exam } = change.exam;
        const { dropsSetAside } = change;
        const body = { ...exam, ...(dropsSetAside && { dropsSetAside }), ...based(change.before) };
        return payload(api.PUT(path, { params, body, ...lasting }));
      }
      const seen = { ...params, ...(change.id !== undefined && { query: { id: change.id } }) };
      await payload(api.DELETE(path, { params: seen, ...lasting }));
      return undefined;
    }
    case "studySettings": {
      const body = { ...change.settings, ...based(change.before) };
      return payload(api.PUT("/api/me/study/settings", { body, ...lasting }));
    }
    case "report":
      return payload(api.POST("/api/reports", { body: change.report, signal }));
    case "position":
      return sendPositions([change.position], signal);
    case "study": {
      const body = { device: change.device, facts: [...change.facts] };
      await payload(api.POST("/api/me/study/log", { body, ...lasting }));
      return undefined;
    }
    default:
      return sendPlaylist(change, how);
  }
}

async function sendOwnCard(
  change: OwnCardWork,
  version: number | undefined,
  lasting: Lasting,
): Promise<Answers["ownCard"]> {
  const params = { path: { code: change.course, cardId: change.id } };
  const path = "/api/me/cards/{code}/{cardId}";
  if (!change.card) return payload(api.DELETE(path, { params, ...lasting }));
  const { title, content, chapterId } = change.card;
  const body = {
    title,
    content,
    ...(change.imageAlt !== undefined && { imageAlt: change.imageAlt }),
    ...(chapterId !== undefined && { chapterId }),
    ...(version !== undefined && { version }),
  };
  try {
    return await payload(api.PUT(path, { params, body, ...lasting }));
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.code === "not_found";
    // Another device deleted the card: create it again with the new text.
    if (isGone && version !== undefined) return sendOwnCard(change, undefined, lasting);
    throw error;
  }
}

type Position = Schemas["AudioPosition"] | Schemas["NotePosition"];

/** Sends positions of one kind in one request. Returns the positions that count now, in any order. */
export async function sendPositions(positions: readonly Position[], signal: AbortSignal): Promise<Answers["position"]> {
  const notes = positions.filter((position) => "noteId" in position);
  if (notes.length > 0) {
    return (await payload(api.PUT("/api/me/reading", { body: { items: notes }, ...outlivesPage, signal }))).items;
  }
  const items = positions.filter((position) => "audioId" in position);
  return (await payload(api.PUT("/api/me/positions", { body: { items }, signal }))).items;
}

async function saveNote(noteId: string, on: boolean, lasting: Lasting): Promise<Answers["saveNote"]> {
  const fact = { params: { path: { noteId } }, ...lasting };
  if (!on) {
    await gone(api.DELETE("/api/me/notes/{noteId}", fact));
    return { saved: undefined, isNew: false };
  }
  const call = api.PUT("/api/me/notes/{noteId}", fact);
  const saved = await payload(call);
  return { saved, isNew: (await call).response.status === 201 };
}

async function sendPlaylist(change: PlaylistWork, how: Sending): Promise<Answer> {
  const { id } = change;
  const { signal } = how;
  switch (change.kind) {
    case "createPlaylist":
      return payload(api.POST("/api/me/playlists", { body: change.body, signal }));
    case "deletePlaylist":
      return gone(api.DELETE("/api/playlists/{id}", { params: { path: { id } }, signal }));
    case "addToPlaylist": {
      const params = { path: { id, audioId: change.item.audioId } };
      return payload(api.PUT("/api/playlists/{id}/items/{audioId}", { params, signal }));
    }
    case "changePlaylist":
      return changePlaylist(id, change.change, how);
  }
}

async function changePlaylist(id: string, change: PlaylistChange, how: Sending): Promise<Playlist> {
  const { version: seen, signal } = how;
  const version = seen !== undefined && { version: seen };
  switch (change.kind) {
    case "rename":
    case "show": {
      const edit = change.kind === "rename" ? { name: change.name } : { visibility: change.visibility };
      const body = { ...edit, ...version };
      return payload(api.PATCH("/api/playlists/{id}", { params: { path: { id } }, body, signal }));
    }
    case "move":
      return placeAfter(id, change.audioId, change.after, how);
    case "remove": {
      const params = { path: { id, audioId: change.audioId } };
      return (await payload(api.DELETE("/api/playlists/{id}/items/{audioId}", { params, signal }))).playlist;
    }
    case "putBack": {
      const { audioId } = change.item;
      const params = { path: { id, audioId } };
      const { playlist } = await payload(api.PUT("/api/playlists/{id}/items/{audioId}", { params, signal }));
      return placeAfter(id, audioId, change.after, { signal, ...(version && { version: playlist.version }) });
    }
    case "removeCover":
      return payload(api.DELETE("/api/playlists/{id}/cover", { params: { path: { id } }, signal }));
  }
}

async function placeAfter(id: string, audioId: string, after: string | undefined, { version, signal }: Sending) {
  const body = { audioId, ...(after !== undefined && { after }), ...(version !== undefined && { version }) };
  return payload(api.POST("/api/playlists/{id}/order", { params: { path: { id } }, body, signal }));
}
