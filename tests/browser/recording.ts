import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { ADMIN, apiAs } from "./people";

/** A quiet tone as a WAV file, made without any tool. */
export function wav(seconds = 2): Buffer {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) file.writeInt16LE(Math.round(900 * Math.sin(at / 4)), 44 + at * 2);
  return file;
}

/** Puts an audio note of its own on a shelf, as an administrator does, and waits until it is there. */
export async function publishAudio(
  page: Page,
  shelf: string,
  title: string,
  seconds = 2,
  subject = "CS 246",
): Promise<{ id: string; title: string }> {
  const file = wav(seconds);
  const api = await apiAs(page, ADMIN);
  const declared = {
    shelf,
    subject,
    title,
    fileName: "tone.wav",
    contentType: "audio/wav",
    sizeBytes: file.length,
    sha256: createHash("sha256").update(file).digest("hex"),
  };
  const ticket = (await api.post("/audio-uploads", declared)) as {
    id: string;
    url: string;
    headers: Record<string, string>;
  };
  const sent = await page.request.fetch(ticket.url, { method: "PUT", data: file, headers: ticket.headers });
  expect(sent.ok(), `${sent.status()} ${await sent.text()}`).toBe(true);
  let id: string | undefined;
  await expect
    .poll(async () => {
      const upload = (await api.get(`/uploads/${ticket.id}`)) as { status: string; audioId?: string };
      id = upload.audioId;
      return upload.status;
    })
    .toBe("ready");
  if (id === undefined) throw new Error("the upload became no audio note");
  return { id, title };
}
