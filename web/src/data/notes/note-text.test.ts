import { onlineManager, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { noteTextQuery, UnknownTextVersion } from "./note-text";

const fetchReadableNote = vi.hoisted(() => vi.fn());
vi.mock("./notes", () => ({ noteKeys: { all: ["notes"] }, fetchReadableNote }));

const note = { id: "n1", sha256: "s", textUrl: "https://f/text" } as ReadableNote;
const text = { version: 1, order: "tagged", pages: [] };
/** Responses by URL. */
const answers = new Map<string, () => Response>();

beforeEach(() => {
  fetchReadableNote.mockReset();
  answers.clear();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("fetch", async (url: string) => {
    const answer = answers.get(url);
    if (!answer) throw new TypeError("fetch failed");
    return answer();
  });
});

const read = (more: Partial<ReadableNote> = {}) => new QueryClient().fetchQuery(noteTextQuery({ ...note, ...more }));

test("S2.text.1 the text of a note is fetched from its signed URL", async () => {
  answers.set("https://f/text", () => Response.json(text));
  expect(await read()).toEqual(text);
});

test("S2.text.1 an expired URL of a text is renewed once", async () => {
  answers.set("https://f/text", () => new Response(null, { status: 403 }));
  answers.set("https://f/new", () => Response.json(text));
  fetchReadableNote.mockResolvedValue({ ...note, textUrl: "https://f/new" });
  expect(await read()).toEqual(text);
  fetchReadableNote.mockResolvedValue(note);
  await expect(read()).rejects.toMatchObject({ status: 403 });
});

test("S2.text.1 the text of a replaced file is not shown with the pages of the old file", async () => {
  answers.set("https://f/text", () => new Response(null, { status: 403 }));
  answers.set("https://f/new", () => Response.json(text));
  fetchReadableNote.mockResolvedValue({ ...note, sha256: "other", textUrl: "https://f/new" });
  await expect(read()).rejects.toMatchObject({ detail: "Try again later." });
});

test.each([
  ["a text without pages", () => Response.json({ version: 1 })],
  ["a failure", () => new Response(null, { status: 500 })],
])("S2.text.1 %s is an error", async (_, answer) => {
  answers.set("https://f/text", answer);
  await expect(read()).rejects.toMatchObject({ detail: "Try again later." });
});

test("S2.text.1 without a connection, the error of a text says that the server is unreachable", async () => {
  await expect(read()).rejects.toMatchObject({ code: "unreachable" });
});

test.each([
  ["a newer version", { ...text, version: 2 }, "Reload the page to read the text of this note."],
  [
    "the format of search",
    { pages: [{ page: 1, text: "A heap" }] },
    "This note was published before the text view existed. Its text is not available yet.",
  ],
])("S2.text.1 %s is a final error", async (_, body, detail) => {
  answers.set("https://f/text", () => Response.json(body));
  const error = await read().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(UnknownTextVersion);
  expect(error).toMatchObject({ detail });
});

test("S2.text.5 the text of an offline copy is read without a network", async () => {
  answers.set("https://f/text", () => Response.json(text));
  onlineManager.setOnline(false);
  try {
    expect(await read()).toEqual(text);
  } finally {
    onlineManager.setOnline(true);
  }
});
