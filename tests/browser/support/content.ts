import { createHash } from "node:crypto";
import { expect } from "@playwright/test";
import { pdfWithPages } from "./pdf";
import { ADMIN, accessTokenFor, apiClient, apiRequest, type Credentials, uniqueCourseCode, uniqueName } from "./users";
import { wav } from "./wav";

/** One grey pixel. */
export const picture = {
  name: "owl.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  ),
};

interface Declared {
  fileName: string;
  contentType: string;
  [more: string]: string;
}

interface Upload {
  status: string;
  noteId?: string;
  audioId?: string;
}

/** Creates an empty course, so that it contains only the test's content. */
export async function createCourse(title = "A course for one test", description = ""): Promise<string> {
  const code = uniqueCourseCode();
  await (await apiClient(ADMIN)).put(`/courses/${code}`, { title, description });
  return code;
}

/** Uploads a file as an administrator and waits until it is checked and published. */
async function publish(path: string, declared: Declared, file: Buffer): Promise<Upload> {
  const api = await apiClient(ADMIN);
  const sha256 = createHash("sha256").update(file).digest("hex");
  const ticket = (await api.post(path, { ...declared, sizeBytes: file.length, sha256 })) as {
    id: string;
    url: string;
    headers: Record<string, string>;
  };
  const body = new Uint8Array(file);
  const sent = await fetch(ticket.url, { method: "PUT", body, headers: ticket.headers });
  expect(sent.ok, `${sent.status} ${await sent.text()}`).toBe(true);
  let upload: Upload = { status: "" };
  await expect
    .poll(
      async () => {
        upload = (await api.get(`/uploads/${ticket.id}`)) as Upload;
        return upload.status;
      },
      { intervals: [50, 50, 100, 200, 500] },
    )
    .toBe("ready");
  return upload;
}

/** Replaces the file of a note. */
export async function replaceNote(id: string, file: Buffer): Promise<void> {
  await publish(`/admin/content/note/${id}/file`, { fileName: "second.pdf", contentType: "application/pdf" }, file);
}

/** Publishes a note in a course, with one page unless a file is given. Returns its id. */
export async function publishNote(courseCode: string, title: string, description = "", file?: Buffer): Promise<string> {
  const declared = { courseCode, title, description, fileName: "first.pdf", contentType: "application/pdf" };
  const { noteId } = await publish("/uploads", declared, file ?? pdfWithPages(1, `${courseCode} ${title}`));
  if (noteId === undefined) throw new Error("the upload became no note");
  return noteId;
}

/** Waits until the full-text index of a course or an album is available. Returns its URL. */
export async function waitUntilIndexed(who: Credentials, place: string): Promise<string> {
  const token = await accessTokenFor(who);
  let items: { url: string }[] = [];
  await expect
    .poll(
      async () => {
        const answer = await apiRequest("GET", `/api/library/inside?places=${place}`, undefined, token);
        items = ((await answer.json()) as { items: { url: string }[] }).items;
        return items;
      },
      { intervals: [50, 100, 200, 500] },
    )
    .toHaveLength(1);
  return items[0]?.url ?? "";
}

/** Publishes a unique audio note on a shelf. */
export async function publishAudio(
  shelf: string,
  title: string,
  seconds = 2,
  subject = "CS 246",
): Promise<{ id: string; title: string }> {
  return publishRecording({ shelf, subject, title, fileName: "tone.wav", contentType: "audio/wav" }, wav(seconds));
}

/** Publishes a file on a shelf. */
export async function publishRecording(
  declared: Declared & { title: string },
  file: Buffer,
): Promise<{ id: string; title: string }> {
  const { audioId } = await publish("/audio-uploads", declared, file);
  if (audioId === undefined) throw new Error("the upload became no audio note");
  return { id: audioId, title: declared.title };
}

/** Adds the chapters in a WebVTT file to a recording. */
export async function putChapters(audioId: string, text: string): Promise<void> {
  await (await apiClient(ADMIN)).put(`/audio/${audioId}/chapters`, text);
}

/** Adds a WebVTT, SRT or plain text to a recording. */
export async function putTranscript(audioId: string, text: string): Promise<void> {
  await (await apiClient(ADMIN)).put(`/audio/${audioId}/transcript`, text);
}

async function postAsVisitor(path: string, body: unknown): Promise<void> {
  const answer = await apiRequest("POST", path, body);
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}

/** Returns the link of the newest mail to an address. */
export async function mailedLink(email: string): Promise<URL> {
  const mails = (await (await apiRequest("GET", "/_local/outbox")).json()) as { to: string; link: string }[];
  // The newest mail is the first one.
  const link = mails.find((mail) => mail.to === email)?.link;
  if (!link) throw new Error(`no mail for ${email}`);
  return new URL(link);
}

/** Sends a notice of copyright about a note and confirms it. Returns its id. */
export async function createNotice(note: string): Promise<string> {
  const email = `${uniqueName("owner")}@authors.test`;
  await postAsVisitor("/api/copyright-notices", {
    ...{ name: "Olga Author", postalAddress: "1 Main Street, Waterloo", email, work: "My book, chapter 3" },
    ...{ pages: [`/note/${note}`], isInGoodFaith: true, isAccurate: true, signature: "Olga Author" },
  });
  const { searchParams } = await mailedLink(email);
  const id = searchParams.get("id") ?? "";
  await postAsVisitor(`/api/copyright-notices/${id}/confirm`, { code: searchParams.get("code") });
  return id;
}
