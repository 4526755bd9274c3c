// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import type { Note } from "@/api/models";
import { clearUserStorage } from "@/lib/browser/storage";
import type { Change } from "@/offline/outbox/kinds/kinds";
import {
  addCachedNote,
  cacheSavedNotes,
  guestNoteIds,
  optimisticSavedNote,
  readCachedNotes,
  removeCachedNote,
  withUnconfirmedSaves,
} from "./my-notes-cache";

afterEach(() => localStorage.clear());

const owner = { uid: "u1", name: "Amara" };

function note(id: string): Note {
  return {
    id,
    course: "CS246",
    chapter: 1,
    title: `Note ${id}`,
    description: "",
    noteType: "Lecture",
    fileUrl: `/api/notes/${id}/file`,
    fileName: `${id}.pdf`,
    sizeBytes: 10,
    pages: 1,
    facts: {},
    likes: 0,
    uploadDate: "2026-11-01T00:00:00Z",
    uploaderName: "Note Ninja",
  };
}
const copy = (id: string, at = "2026-11-21T10:00:00Z") => optimisticSavedNote(note(id), owner, at);
const ids = (notes: readonly { originalNoteId: string }[]) => notes.map((each) => each.originalNoteId);

describe("the local copy of My Notes", () => {
  it("S3.my.1 copies an album note with its subject and its cover", () => {
    const saved = optimisticSavedNote(
      {
        id: "a1",
        album: "nightOwl",
        subject: "Study skills",
        title: "Two in the morning",
        description: "",
        imageUrl: "/api/albums/nightOwl/notes/a1/picture?v=1",
        fileUrl: "/api/notes/a1/file",
        fileName: "two.pdf",
        sizeBytes: 10,
        pages: 1,
        facts: {},
        likes: 0,
        uploadDate: "2026-11-01T00:00:00Z",
        canDelete: true,
        uploaderName: "Note Ninja",
      },
      owner,
      "2026-11-21T10:00:00Z",
    );
    expect(saved).toMatchObject({
      originalNoteId: "a1",
      album: "nightOwl",
      subject: "Study skills",
      previewUrl: "/api/albums/nightOwl/notes/a1/picture?v=1",
    });
    expect(saved).not.toHaveProperty("courseCode");
    expect(saved).not.toHaveProperty("canDelete");
  });

  it("S3.saved.1 copies a note with user and time, and compares titles ignoring case", () => {
    const saved = optimisticSavedNote({ ...note("n1"), title: "" }, owner, "2026-11-21T10:00:00Z");
    expect(saved).toMatchObject({
      originalNoteId: "n1",
      courseCode: "CS246",
      savedBy: "Amara",
      userId: "u1",
      addedAt: "2026-11-21T10:00:00Z",
      type: "Saved Note",
      title: "Untitled Note",
    });
  });

  it("replaces the local copy with the server's list, and applies confirmed changes", () => {
    cacheSavedNotes("u1", [copy("n1")]);
    addCachedNote("u1", copy("n2"));
    addCachedNote("u1", copy("n2"));
    expect(ids(readCachedNotes("u1"))).toEqual(["n1", "n2"]);
  });

  it("S3.saved.2 stores each user's notes under their own key, deleted with the session", () => {
    addCachedNote("u1", copy("n1"));
    expect(readCachedNotes("u2")).toEqual([]);
    clearUserStorage();
    expect(readCachedNotes("u1")).toEqual([]);
  });

  it("S3.saved.2 reads notes saved by a guest only on request", () => {
    localStorage.setItem("nn:guest:saved", JSON.stringify([copy("n7"), copy("n7")]));
    expect(guestNoteIds()).toEqual(["n7"]);
  });

  it("S2.my.7 removes the copy that matches the original note", () => {
    cacheSavedNotes("u1", [copy("n1"), copy("n2")]);
    removeCachedNote("u1", "n1");
    expect(ids(readCachedNotes("u1"))).toEqual(["n2"]);
  });

  it("S4.add.2 shows each note once, the latest first", () => {
    const server = [copy("n1", "2026-11-20T10:00:00Z"), copy("n3", "2026-11-22T10:00:00Z")];
    const save = (id: string): Change => ({ kind: "saveNote", on: true, noteId: id, note: copy(id) });
    expect(ids(withUnconfirmedSaves(server, [save("n1"), save("n2")]))).toEqual(["n3", "n2", "n1"]);
    expect(ids(withUnconfirmedSaves(server, [save("n2"), { kind: "saveNote", on: false, noteId: "n3" }]))).toEqual([
      "n2",
      "n1",
    ]);
  });

  it("treats a corrupt entry as empty", () => {
    localStorage.setItem("nn:u:u1:saved", "{not json");
    expect(readCachedNotes("u1")).toEqual([]);
  });
});
