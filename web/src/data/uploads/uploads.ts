import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { AlbumId, Upload } from "@/api/models";
import type { components } from "@/api/schema";
import { consoleList } from "../query/freshness";

/** What is declared before a file is sent. */
export type UploadDeclaration = components["schemas"]["CreateUploadRequest"];
/** Where and how to send the file. */
export type UploadTicket = components["schemas"]["UploadTicket"];
/** What is declared before a recording is sent. */
export type AudioDeclaration = components["schemas"]["CreateAudioUploadRequest"];
/** What is declared before a PDF for an album is sent. */
export type AlbumDeclaration = components["schemas"]["CreateAlbumUploadRequest"];
/** What the server is told of a picture before it is sent. */
export type PictureDeclaration = components["schemas"]["CreateAlbumPictureRequest"];
/** What is declared of every file, whatever it becomes. The id is made here, so that a retry is harmless. */
export type FileDeclaration = Required<PictureDeclaration>;
/** A part that has arrived. */
export type UploadedPart = components["schemas"]["UploadedPart"];
/** A part that is about to be sent. */
type PartToSend = components["schemas"]["PartToSend"];
/** Where to send parts. */
type SignedParts = components["schemas"]["SignedParts"];
/** Something that has the very same file. */
export type SameThing = components["schemas"]["ContentEntry"];
/** Title and author from a file's own metadata. */
export type Suggestions = components["schemas"]["Suggestions"];
export type { Upload };

export const uploadKeys = { mine: ["uploads"] as const };

/** While something is on its way, its state is asked for this often, in milliseconds. */
const BUSY_REFETCH_MS = 2000;

/** Whether the server is still going to say more about an upload. One that is stuck or interrupted says nothing by itself. */
export const isUndecided = ({ status, canRetry, interrupted }: Upload) =>
  (status === "waiting" || status === "checking") && !canRetry && !interrupted;

/** The caller's uploads, newest first, a page at a time; followed closely while one of them is on its way. */
export const uploadsQuery = infiniteQueryOptions({
  ...consoleList,
  queryKey: uploadKeys.mine,
  queryFn: ({ pageParam, signal }) =>
    payload(api.GET("/api/uploads", { params: { query: pageParam ? { cursor: pageParam } : {} }, signal })),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.items.some(isUndecided)) ? BUSY_REFETCH_MS : consoleList.refetchInterval,
});

/** Declares a file; the same id again gives the same upload with a new address. */
export function declareUpload(body: UploadDeclaration, signal: AbortSignal): Promise<UploadTicket> {
  return payload(api.POST("/api/uploads", { body, signal }));
}

/** Declares a recording, as `declareUpload` does for a PDF. */
export function declareAudio(body: AudioDeclaration, signal: AbortSignal): Promise<UploadTicket> {
  return payload(api.POST("/api/audio-uploads", { body, signal }));
}

/** Declares a PDF for an album, as `declareUpload` does for one of a course. */
export function declareForAlbum(album: AlbumId, body: AlbumDeclaration, signal: AbortSignal): Promise<UploadTicket> {
  return payload(api.POST("/api/albums/{album}/uploads", { params: { path: { album } }, body, signal }));
}

/** Declares a picture for an album note. */
export function declareAlbumPicture(
  { album, noteId }: { album: AlbumId; noteId: string },
  body: PictureDeclaration,
  signal: AbortSignal,
): Promise<UploadTicket> {
  const params = { path: { album, noteId } };
  return payload(api.POST("/api/albums/{album}/notes/{noteId}/picture", { params, body, signal }));
}

/** Declares a picture for a course; administrators only. */
export function declareCoursePicture(
  code: string,
  body: PictureDeclaration,
  signal: AbortSignal,
): Promise<UploadTicket> {
  return payload(api.POST("/api/admin/courses/{code}/picture", { params: { path: { code } }, body, signal }));
}

/** Addresses for the missing parts of a large file; each works for a quarter of an hour. */
export function signParts(id: string, parts: PartToSend[], signal: AbortSignal): Promise<SignedParts> {
  return payload(api.POST("/api/uploads/{id}/parts", { params: { path: { id } }, body: { parts }, signal }));
}

/** Tells the server that a file is still being sent. Without it the upload counts as interrupted. */
export function keepSending(id: string): Promise<unknown> {
  return payload(api.PUT("/api/uploads/{id}/sender", { params: { path: { id } } }));
}

/** Goes on with an interrupted upload of this very file: where to send it, or which of its parts have arrived. */
export function resumeUpload({ id, sizeBytes, sha256 }: FileDeclaration, signal: AbortSignal): Promise<UploadTicket> {
  const params = { path: { id } };
  return payload(api.POST("/api/uploads/{id}/resume", { params, body: { sizeBytes, sha256 }, signal }));
}

/** Completes a multipart upload; the server assembles the parts and begins to check the file. */
export function completeUpload(id: string, parts: UploadedPart[], signal: AbortSignal): Promise<Upload> {
  return payload(api.POST("/api/uploads/{id}/complete", { params: { path: { id } }, body: { parts }, signal }));
}

/** How far the server is with a file that was sent. */
export function getUpload(id: string, signal: AbortSignal): Promise<Upload> {
  return payload(api.GET("/api/uploads/{id}", { params: { path: { id } }, signal }));
}

/** Cancels an upload; the server deletes what was sent of it. */
export function giveUpUpload(id: string): Promise<unknown> {
  return payload(api.DELETE("/api/uploads/{id}", { params: { path: { id } } }));
}

/** Everything that has the file with this hash, last uploaded first. */
export async function thingsWithFile(sha256: string, signal: AbortSignal): Promise<readonly SameThing[]> {
  const found = await payload(api.GET("/api/admin/files/{sha256}", { params: { path: { sha256 } }, signal }));
  return found.items;
}

/** Uses the file of something that has the very same one: it is copied and checked, and nothing is sent. */
export function linkUpload(
  id: string,
  { kind, id: of }: Pick<SameThing, "kind" | "id">,
  signal: AbortSignal,
): Promise<Upload> {
  const params = { path: { id } };
  return payload(api.POST("/api/uploads/{id}/link", { params, body: { kind, id: of }, signal }));
}

/** Has a file that was refused, or whose check never ended, checked once more without sending it again. */
export function retryUpload(id: string, signal?: AbortSignal): Promise<Upload> {
  return payload(api.POST("/api/uploads/{id}/retry", { params: { path: { id } }, ...(signal && { signal }) }));
}
