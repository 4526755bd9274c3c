import { api, unwrap } from "@/api/client";
import type { NewPlaylist, Playlist, PlaylistItem } from "@/api/models";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { dropChange, isNeverSent, keepBoth, seqsOf } from "./coalesce";
import type { ChangeKind, ChangePayload, Queued, SendOptions } from "./kind";
import type { PlaylistChange } from "./playlist-view";
import { ignoreMissing, quote } from "./shared";

/** Changes of the user's playlists. A playlist is identified by the id that the client created. */

type Schemas = components["schemas"];

/** `shown` is the optimistic playlist with its first items. */
export interface CreatePlaylist {
  kind: "createPlaylist";
  id: string;
  body: NewPlaylist;
  shown: { playlist: Playlist; items: PlaylistItem[] };
}

export interface DeletePlaylist {
  kind: "deletePlaylist";
  id: string;
  name: string;
}

export interface AddToPlaylist {
  kind: "addToPlaylist";
  id: string;
  name: string;
  item: PlaylistItem;
}

/**
 * `version` is the version that the page showed. If it is undefined, the change applies to the result of the changes
 * sent before it.
 */
export interface ChangePlaylist {
  kind: "changePlaylist";
  id: string;
  name: string;
  change: PlaylistChange;
  version?: number | undefined;
}

export type PendingPlaylistChange = CreatePlaylist | DeletePlaylist | AddToPlaylist | ChangePlaylist;

const ofPlaylists = {
  id: ({ id }: PendingPlaylistChange) => id,
  group: "playlist",
  // Changes of all playlists share one queue, because a playlist may take a name that another one gave up.
  serialQueueKey: () => "playlists",
  countNouns: ["change of a playlist", "changes of playlists"],
  path: ({ id }: PendingPlaylistChange) => paths.playlist(id),
} as const;

export const createPlaylist: ChangeKind<CreatePlaylist, Schemas["CreatedPlaylist"], PendingPlaylistChange> = {
  ...ofPlaylists,
  merge: (_change, open) => (open.length > 0 ? dropChange : keepBoth),
  send: ({ body }, { signal }) => unwrap(api.POST("/api/me/playlists", { body, signal })),
  // The server returns the existing playlist if there is one of the same name.
  confirmed({ id: from }, { playlist: { id: to } }) {
    return from === to ? {} : { alias: { from, to }, rewrite: (other) => ({ ...other, id: to }) };
  },
  isCreation: true,
  describe: ({ body }) => `create the playlist ${quote(body.name)}`,
  path: () => paths.account(),
};

export const deletePlaylist: ChangeKind<DeletePlaylist, undefined, PendingPlaylistChange> = {
  ...ofPlaylists,
  merge(_change, open, rejected) {
    const isUnmade = [...open, ...rejected].some(
      (entry) => entry.change.kind === "createPlaylist" && (entry.state === "rejected" || isNeverSent(entry)),
    );
    return { drop: seqsOf(open), isNeeded: !isUnmade };
  },
  async send({ id }, { signal }) {
    await ignoreMissing(unwrap(api.DELETE("/api/playlists/{id}", { params: { path: { id } }, signal })));
    return undefined;
  },
  describe: ({ name }) => `delete the playlist ${quote(name)}`,
};

export const addToPlaylist: ChangeKind<AddToPlaylist, Schemas["AddedToPlaylist"], PendingPlaylistChange> = {
  ...ofPlaylists,
  merge: inSlot,
  keepsRejected: true,
  send({ id, item }, { signal }) {
    const params = { path: { id, audioId: item.audioId } };
    return unwrap(api.PUT("/api/playlists/{id}/items/{audioId}", { params, signal }));
  },
  describe: ({ item, name }) => `add ${quote(item.title)} to the playlist ${quote(name)}`,
};

const changing = {
  rename: "rename the playlist",
  show: "change who sees the playlist",
  move: "change the order of",
  remove: "remove an audio note from",
  putBack: "restore an audio note in",
  removeCover: "remove the cover of",
} as const;

export const changePlaylist: ChangeKind<ChangePlaylist, Playlist, PendingPlaylistChange> = {
  ...ofPlaylists,
  merge: inSlot,
  keepsRejected: true,
  // A queued change names no version, so the server merges it: the student could not have seen a newer version. Only a
  // name or a cover that was changed elsewhere is a conflict, until the student sends the change again.
  send: ({ id, change, version }, how) => sendChange(id, change, how.isQueued ? undefined : version, how),
  // Waiting changes are based on the result of this one, unless they name another version.
  confirmed: (sent, { version }) => ({
    rewrite: (other) =>
      other.kind === "changePlaylist" && (other.version === undefined || other.version === sent.version)
        ? { ...other, version }
        : other,
  }),
  retryChange: (sent) => ({ ...sent, change: withoutSeen(sent.change) }),
  describe: ({ change, name }) => `${changing[change.kind]} ${quote(name)}`,
};

/** Returns the change without the value that it replaces, so that it replaces any value. */
function withoutSeen(change: PlaylistChange): PlaylistChange {
  if (change.kind === "rename") return { ...change, before: undefined };
  return change.kind === "removeCover" ? { kind: "removeCover" } : change;
}

async function sendChange(
  id: string,
  change: PlaylistChange,
  seen: number | undefined,
  { signal }: Pick<SendOptions, "signal">,
): Promise<Playlist> {
  const version = seen !== undefined && { version: seen };
  const params = { path: { id } };
  switch (change.kind) {
    case "rename":
    case "show": {
      const edit =
        change.kind === "rename"
          ? { name: change.name, ...(change.before !== undefined && { nameBefore: change.before }) }
          : { visibility: change.visibility };
      return unwrap(api.PATCH("/api/playlists/{id}", { params, body: { ...edit, ...version }, signal }));
    }
    case "move": {
      const { audioId, after } = change;
      const body = { audioId, ...(after !== undefined && { after }), ...version };
      return unwrap(api.POST("/api/playlists/{id}/order", { params, body, signal }));
    }
    case "remove": {
      const { audioId } = change;
      const item = { params: { path: { id, audioId } }, signal };
      return (await unwrap(api.DELETE("/api/playlists/{id}/items/{audioId}", item))).playlist;
    }
    case "putBack": {
      const { audioId } = change.item;
      const item = { params: { path: { id, audioId } }, signal };
      const { playlist } = await unwrap(api.PUT("/api/playlists/{id}/items/{audioId}", item));
      const move = { kind: "move", audioId, after: change.after } as const;
      return sendChange(id, move, version ? playlist.version : undefined, { signal });
    }
    case "removeCover": {
      const query = change.coverUrl === undefined ? {} : { replaces: change.coverUrl };
      return unwrap(api.DELETE("/api/playlists/{id}/cover", { params: { ...params, query }, signal }));
    }
  }
}

/** Merges a change with the waiting change of the same playlist that it makes obsolete, if there is one. */
function inSlot(change: AddToPlaylist | ChangePlaylist, open: readonly Queued<PendingPlaylistChange>[]) {
  const last = sameSlot(open, change);
  if (!last) return keepBoth;
  const [earlier, later] = [renameIn(last.change), renameIn(change)];
  if (!earlier || !later || change.kind !== "changePlaylist") return { drop: [last.seq], isNeeded: true };
  // The server may have the earlier name, on which the later one is based.
  if (!isNeverSent(last)) return keepBoth;
  return {
    drop: [last.seq],
    isNeeded: true,
    merged: { ...change, change: { ...later, before: earlier.before } },
  };
}

function renameIn(change: PendingPlaylistChange) {
  return change.kind === "changePlaylist" && change.change.kind === "rename" ? change.change : undefined;
}

/** Returns the playlist field that a change overwrites. Only the last change of each field counts. */
function fieldOf(change: PendingPlaylistChange): string | undefined {
  if (change.kind !== "changePlaylist") return undefined;
  const { kind } = change.change;
  return kind === "rename" || kind === "show" || kind === "removeCover" ? kind : undefined;
}

function audioOf(change: PendingPlaylistChange): string | undefined {
  if (change.kind === "addToPlaylist") return change.item.audioId;
  if (change.kind !== "changePlaylist") return undefined;
  const inner = change.change;
  if (inner.kind === "move" || inner.kind === "remove") return inner.audioId;
  return inner.kind === "putBack" ? inner.item.audioId : undefined;
}

function sameSlot(
  open: readonly Queued<PendingPlaylistChange>[],
  change: PendingPlaylistChange,
): Queued<PendingPlaylistChange> | undefined {
  const field = fieldOf(change);
  if (field !== undefined) return open.findLast((entry) => fieldOf(entry.change) === field);
  // Positions depend on all earlier changes, so only the direct predecessor can be dropped.
  const last = open.findLast((entry) => audioOf(entry.change) !== undefined);
  if (!last || audioOf(last.change) !== audioOf(change)) return undefined;
  return isCoveredBy(last.change, change) ? last : undefined;
}

/**
 * Returns true if the earlier of two consecutive changes can be dropped: the audio note then ends at the same position.
 */
function isCoveredBy(earlier: PendingPlaylistChange, later: PendingPlaylistChange): boolean {
  if (earlier.kind === "addToPlaylist" && later.kind === "addToPlaylist") return true;
  if (later.kind !== "changePlaylist") return false;
  if (later.change.kind === "remove") return true;
  const isMove = earlier.kind === "changePlaylist" && earlier.change.kind === "move";
  // A move of an audio note after itself has no effect, so it does not replace an earlier move.
  return isMove && later.change.kind === "move" && later.change.after !== later.change.audioId;
}

export const isPendingPlaylistChange = (change: ChangePayload): change is PendingPlaylistChange =>
  change.kind.endsWith("Playlist");
