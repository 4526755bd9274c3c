// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";

const put = vi.hoisted(() => vi.fn());
const removeImage = vi.hoisted(() => vi.fn());
const sendPicture = vi.hoisted(() => vi.fn());
let there: PersonalCard[] = [];

vi.mock("@/api/client", () => ({ api: {}, unwrap: async () => undefined }));
vi.mock("@/data/cards/personal-cards", () => ({
  putPersonalCard: put,
  readPersonalCards: async () => there,
  refreshPersonalCards: async () => undefined,
  removePersonalCardImage: removeImage,
}));
vi.mock("@/parts/uploading/sending/picture", () => ({ uploadPicture: sendPicture }));
vi.mock("@/core/cards", () => ({
  loadCards: async () => ({
    validateCardDraft: (title: string) =>
      title ? [] : [{ field: "title", code: "required", message: "Write what is on the front." }],
  }),
}));

const { personalCardRepository } = await import("./personal-card-repository");

const file = new File(["x"], "heap.png");
const fields = { title: "Front", content: "Back", imageAlt: "" };
const write = { id: "c", version: undefined, fields, order: undefined, chapterId: "" };
const writer = () => personalCardRepository(new QueryClient(), "CS246");
const picture = (of: ReturnType<typeof personalCardRepository>) =>
  of.uploadPicture("c", file, () => undefined, new AbortController().signal, undefined);

beforeEach(() => {
  vi.clearAllMocks();
  there = [];
});

test("S4.own.1 a card saved offline gets no picture, which is reported", async () => {
  put.mockResolvedValueOnce({ status: "queued" });
  const mine = writer();
  expect(await mine.write(write)).toEqual({ version: 0, hasImage: false });
  await expect(picture(mine)).rejects.toThrow("The picture was not added");
  expect(sendPicture).not.toHaveBeenCalled();
  put.mockResolvedValueOnce({ status: "sent", result: { card: { version: 1 }, edition: 1 } });
  expect(await mine.write(write)).toEqual({ version: 1, hasImage: false });
  await picture(mine);
  expect(sendPicture).toHaveBeenCalledOnce();
});

test("S4.own.5 a new card keeps the passage from which it was made, also when it is edited elsewhere", async () => {
  const source = { noteId: "n1", page: 7, quote: "A heap" };
  const other = { ...source, page: 8 };
  put.mockResolvedValue({ status: "queued" });
  await personalCardRepository(new QueryClient(), "CS246", source).write(write);
  expect(put.mock.lastCall?.[0].source).toEqual(source);
  there = [{ id: "c", course: "CS246", title: "Old", content: "Old", version: 3, source }];
  await personalCardRepository(new QueryClient(), "CS246", other).write(write);
  expect(put.mock.lastCall?.[0].source).toEqual(source);
});

test("S4.own.1 the client rejects a card that the server would reject", async () => {
  await expect(writer().write({ ...write, fields: { ...fields, title: "" } })).rejects.toMatchObject({
    fields: [{ field: "title", message: "Write what is on the front." }],
  });
  expect(put).not.toHaveBeenCalled();
});

test("S4.own.1 an edit sends the version it is based on, unless only this device has the card", async () => {
  there = [{ id: "c", course: "CS246", title: "Old", content: "Old", version: 3 }];
  put.mockResolvedValue({ status: "queued" });
  await writer().write({ ...write, version: 3, chapterId: "k" });
  expect(put).toHaveBeenLastCalledWith(expect.objectContaining({ title: "Front", chapterId: "k" }), "", 3);
  await writer().write({ ...write, version: 0 });
  expect(put).toHaveBeenLastCalledWith(expect.objectContaining({ id: "c" }), "", undefined);
});

test("S4.own.1 removing a picture sends the picture that was shown", async () => {
  there = [{ id: "c", course: "CS246", title: "Old", content: "Old", version: 3 }];
  await writer().removePicture("c", "/heap.jpg");
  expect(removeImage).toHaveBeenCalledExactlyOnceWith(expect.anything(), there[0], "/heap.jpg");
});
