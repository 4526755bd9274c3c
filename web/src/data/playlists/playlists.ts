import { infiniteQueryOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { AudioNote, Me, NewPlaylist, Playlist, PlaylistItem, PlaylistPage } from "@/api/models";
import { pageQuery, paginationOptions, readAllItems } from "@/api/pages";
import type { components } from "@/api/schema";
import { PLAYLIST_MOSAIC_ITEMS } from "@/core/limits";
import { enqueueChange, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { useSession } from "@/session/session";
import { manifestInvalidated, refetchOnFocus, staleTimes } from "../query/cache-policies";
import { optimisticPlaylists } from "./optimistic-playlists";

type Components = components["schemas"];

export const playlistKeys = {
  all: ["playlists"] as const,
  mine: ["playlists", "mine"] as const,
  details: ["playlists", "detail"] as const,
  detail: (id: string) => [...playlistKeys.details, id] as const,
  ofStudents: ["playlists", "student"] as const,
  ofStudent: (username: string) => [...playlistKeys.ofStudents, username] as const,
};

/** All of the student's playlists (at most 100), newest first. */
export const myPlaylistsQuery = queryOptions({
  ...refetchOnFocus,
  queryKey: playlistKeys.mine,
  queryFn: ({ signal }): Promise<Playlist[]> =>
    readAllItems((query) => unwrap(api.GET("/api/me/playlists", { params: { query }, signal }))),
});

/** Fetches one page of a playlist with its audio notes in order. Without a cursor, fetches the first. */
export function getPlaylistPage(id: string, cursor: string, signal?: AbortSignal): Promise<PlaylistPage> {
  const params = { path: { id }, query: pageQuery(cursor) };
  return unwrap(api.GET("/api/playlists/{id}", { params, ...(signal && { signal }) }));
}

/** A playlist with its audio notes in order, one page at a time. Each page includes the playlist. */
export const playlistQuery = (id: string) =>
  infiniteQueryOptions({
    ...manifestInvalidated,
    queryKey: playlistKeys.detail(id),
    queryFn: ({ pageParam, signal }) => getPlaylistPage(id, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.items.nextCursor ?? undefined,
  });

export const studentPlaylistsQuery = (username: string) =>
  infiniteQueryOptions({
    staleTime: staleTimes.live,
    queryKey: playlistKeys.ofStudent(username),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/students/{username}/playlists", {
          params: { path: { username }, query: pageQuery(pageParam) },
          signal,
        }),
      ),
    ...paginationOptions,
  });

/** Returns the student's playlists including pending changes. */
export function useMyPlaylists() {
  const query = useQuery(myPlaylistsQuery);
  const outboxState = useOutbox((all) => all);
  return {
    ...query,
    data: useMemo(() => optimisticPlaylists(query.data, selectPendingChanges(outboxState)), [query.data, outboxState]),
  };
}

/** An audio note to add to a playlist: from a list, or a track of the player. */
export type AudioToAdd = Pick<AudioNote, "id" | "title" | "subject" | "shelf"> & {
  durationSecs?: number | null;
  artworkUrl?: string | null;
  uploaderName?: string;
  waveformVersion?: string | null;
};

/**
 * Returns the item that a playlist shows until the server responds. A track of the player has fewer fields than a list.
 */
function itemOf({ durationSecs, artworkUrl, waveformVersion, ...audio }: AudioToAdd): PlaylistItem {
  const unknown = {
    contentType: "",
    createdAt: "",
    description: "",
    facts: {},
    fileName: "",
    likes: 0,
    sizeBytes: 0,
    uploadDate: "",
    uploaderName: "",
    waveformVersion: "",
  };
  const known = {
    ...(durationSecs && { durationSecs }),
    ...(artworkUrl && { artworkUrl }),
    ...(waveformVersion && { waveformVersion }),
  };
  const shown: AudioNote = { ...unknown, ...audio, ...known };
  return { audioId: audio.id, title: audio.title, addedAt: new Date().toISOString(), audio: shown };
}

/** Returns a playlist that was created on this device, as its owner sees it. */
function madeHere(body: NewPlaylist & { id: string }, me: Me, items: PlaylistItem[]): Playlist {
  const tile = ({ audioId, audio }: PlaylistItem) => ({
    audioId,
    subject: audio?.subject ?? "",
    ...(audio?.artworkUrl && { artworkUrl: audio.artworkUrl }),
  });
  return {
    id: body.id,
    name: body.name,
    visibility: body.visibility ?? "public",
    isMine: true,
    ownerName: me.name,
    ...(me.username && { ownerUsername: me.username }),
    ...(me.profileImageUrl && { ownerImageUrl: me.profileImageUrl }),
    audioCount: items.length,
    totalSecs: items.reduce((sum, { audio }) => sum + (audio?.durationSecs ?? 0), 0),
    mosaic: items.slice(0, PLAYLIST_MOSAIC_ITEMS).map(tile),
    version: 1,
    createdAt: new Date().toISOString(),
  };
}

/** Result of creating a playlist. `isQueued`: the server does not have it yet. */
export type CreatePlaylistResult = Components["CreatedPlaylist"] & { isQueued?: boolean };

/** Creates a playlist, or adds to the existing one with this name. */
export function useCreatePlaylist() {
  const { me } = useSession();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({
      audio,
      ...made
    }: Pick<Required<NewPlaylist>, "name" | "visibility"> & {
      id: string;
      audio: readonly AudioToAdd[];
    }): Promise<CreatePlaylistResult> => {
      if (!me) throw new Error("You must be signed in to create playlists.");
      const items = audio.map(itemOf);
      const playlist = madeHere(made, me, items);
      const body = { ...made, audioIds: items.map(({ audioId }) => audioId) };
      const outcome = await enqueueChange({ kind: "createPlaylist", id: made.id, body, shown: { playlist, items } });
      if (outcome.status === "sent") return outcome.result;
      return { playlist, created: true, added: items.length, isQueued: true };
    },
  });
}

/** Result of adding: newly added, already in the playlist, or pending until the server can be reached. */
export type AddToPlaylistResult = "added" | "alreadyAdded" | "queued";

export async function addToPlaylist(
  { id, name }: Pick<Playlist, "id" | "name">,
  audio: AudioToAdd,
): Promise<AddToPlaylistResult> {
  const outcome = await enqueueChange({ kind: "addToPlaylist", id, name, item: itemOf(audio) });
  if (outcome.status !== "sent") return "queued";
  return outcome.result.added ? "added" : "alreadyAdded";
}
