import { afterEach, expect, test, vi } from "vitest";
import { uploadDeck } from "./upload-deck";

const uploadFile = vi.hoisted(() => vi.fn(async () => "id"));
vi.mock("@/parts/uploading/sending/upload-file", () => ({ uploadFile }));
vi.mock("@/core/cards", () => ({ loadCards: () => Promise.reject(new Error("No network.")) }));
vi.mock("@/data/cards/decks", () => ({ createDeckUpload: vi.fn(), readDeck: async (id: string) => ({ id }) }));

afterEach(() => vi.unstubAllGlobals());

const send = () =>
  uploadDeck(
    new File(["x"], "a.apkg"),
    { id: "u", attempt: 1 },
    () => undefined,
    () => undefined,
    new AbortController().signal,
  );

test("a deck chosen offline is not reported as damaged, and can be retried", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  await expect(send()).rejects.toMatchObject({ message: expect.stringMatching(/^You're offline/), retry: "send" });
  expect(uploadFile).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { onLine: true });
  expect(await send()).toEqual({ id: "id" });
});
