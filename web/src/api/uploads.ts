import { api, payload } from "./client";
import type { Upload } from "./models";
import type { components } from "./schema";

/** What is declared before a file is sent. */
export type UploadDeclaration = components["schemas"]["CreateUploadRequest"];
/** Where and how to send the file. */
export type UploadTicket = components["schemas"]["UploadTicket"];

/** Declares a file; the same id again gives the same upload with a new address. */
export function declareUpload(body: UploadDeclaration, signal: AbortSignal): Promise<UploadTicket> {
  return payload(api.POST("/api/uploads", { body, signal }));
}

/** How far the server is with a file that was sent. */
export function getUpload(id: string, signal: AbortSignal): Promise<Upload> {
  return payload(api.GET("/api/uploads/{id}", { params: { path: { id } }, signal }));
}

/** Gives an upload up; what was sent of it is removed. */
export function giveUpUpload(id: string): Promise<unknown> {
  return payload(api.DELETE("/api/uploads/{id}", { params: { path: { id } } }));
}
