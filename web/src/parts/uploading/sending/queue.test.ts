import { describe, expect, it } from "vitest";
import {
  hasUnfinishedUploads,
  queueTotals,
  titleFromFileName,
  type UploadEvent,
  type UploadQueue,
  uploadReducer,
  uploadsToStart,
} from "./queue";

type Fields = typeof fields;
const fields = { title: "Iterators", description: "", noteType: "Lecture", chapter: 1 };

function added(id: string, sizeBytes = 100): UploadEvent<Fields> {
  return { type: "added", item: { id, fileName: `${id}.pdf`, sizeBytes, fields } };
}

function play(...events: UploadEvent<Fields>[]): UploadQueue<Fields> {
  return events.reduce(uploadReducer, [] as UploadQueue<Fields>);
}

const phases = (queue: UploadQueue) => queue.map((item) => `${item.id} ${item.phase.kind}`);

describe("upload queue", () => {
  it("S4.up.1 changes from idle to uploading to success", () => {
    const at = { id: "a", attempt: 1 };
    expect(hasUnfinishedUploads(play())).toBe(false);
    const uploading = play(
      added("a"),
      { type: "started", ...at },
      { type: "sent", ...at, sentBytes: 64, bytesPerSec: 10 },
    );
    expect(hasUnfinishedUploads(uploading)).toBe(true);
    expect(queueTotals(uploading)).toEqual({ done: 0, doneBytes: 64, allBytes: 100 });
    const done = uploadReducer(uploadReducer(uploading, { type: "arrived", ...at }), {
      type: "published",
      ...at,
      resultId: "n",
    });
    expect(phases(done)).toEqual(["a ready"]);
    expect(hasUnfinishedUploads(done)).toBe(false);
  });

  it("shows how much of a file was read before it is sent, and counts none of it as sent", () => {
    const queue = play(added("a"), { type: "started", id: "a", attempt: 1 });
    const reading = uploadReducer(queue, { type: "read", id: "a", attempt: 1, readBytes: 50 });
    expect(reading[0]?.phase).toEqual({ kind: "reading", readBytes: 50 });
    expect(queueTotals(reading).doneBytes).toBe(0);
  });

  it("S4.up.1 keeps the typed values when it fails, and starts over on retry", () => {
    const failed = play(
      added("a"),
      { type: "started", id: "a", attempt: 1 },
      { type: "sent", id: "a", attempt: 1, sentBytes: 22, bytesPerSec: 10 },
      { type: "failed", id: "a", attempt: 1, reason: "This file is not a PDF.", retry: "none" },
    );
    expect(failed[0]?.phase).toEqual({
      kind: "failed",
      reason: "This file is not a PDF.",
      retry: "none",
      sentBytes: 22,
    });
    const retried = uploadReducer(failed, { type: "retried", id: "a", newId: "a2" });
    expect(retried[0]).toMatchObject({ id: "a2", attempt: 2, fields, phase: { kind: "waiting" } });
  });

  it("S4.up.2 checks a rejected file again under its own id if the server still stores it", () => {
    const failed = play(
      added("a"),
      { type: "started", id: "a", attempt: 1 },
      { type: "failed", id: "a", attempt: 1, reason: "No.", retry: "check" },
      { type: "retried", id: "a", newId: "a", isRecheck: true },
    );
    expect(failed[0]).toMatchObject({ id: "a", attempt: 2, isRecheck: true });
  });

  it("S4.up.3 uploads other files while a duplicate waits for a decision", () => {
    const at = { id: "a", attempt: 1 };
    const known = play(added("a"), added("b"), { type: "started", ...at }, { type: "known", ...at, duplicates: [] });
    expect(phases(known)).toEqual(["a known", "b waiting"]);
    expect(uploadsToStart(known).map((item) => item.id)).toEqual(["b"]);
    expect(
      hasUnfinishedUploads(play(added("a"), { type: "started", ...at }, { type: "known", ...at, duplicates: [] })),
    ).toBe(false);
  });

  it("runs two uploads at a time, oldest first", () => {
    const queue = play(added("a"), added("b"), added("c"));
    expect(uploadsToStart(queue).map((item) => item.id)).toEqual(["a", "b"]);
    const running = play(added("a"), added("b"), added("c"), { type: "started", id: "a", attempt: 1 });
    expect(uploadsToStart(running).map((item) => item.id)).toEqual(["b"]);
  });

  it("ignores late events of removed uploads and of earlier attempts", () => {
    const removed = play(added("a"), { type: "started", id: "a", attempt: 1 }, { type: "removed", id: "a" });
    expect(uploadReducer(removed, { type: "published", id: "a", attempt: 1, resultId: "n" })).toEqual([]);
    const retried = play(
      added("a"),
      { type: "failed", id: "a", attempt: 1, reason: "offline", retry: "send" },
      { type: "retried", id: "a", newId: "a" },
    );
    expect(uploadReducer(retried, { type: "sent", id: "a", attempt: 1, sentBytes: 9, bytesPerSec: 1 })).toBe(retried);
  });

  it("derives a title from the file name", () => {
    expect(titleFromFileName("cs246-lecture-17_iterators.PDF")).toBe("cs246 lecture 17 iterators");
    expect(titleFromFileName("03 - Pointers, slowly.m4a")).toBe("03 Pointers, slowly");
  });
});
