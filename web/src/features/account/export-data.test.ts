import { expect, test, vi } from "vitest";
import { accountApi } from "./api";
import { exportData } from "./export-data";

vi.mock("./api", () => ({ accountApi: { exportPage: vi.fn(), reports: vi.fn() } }));

async function gathered(): Promise<Record<string, unknown>> {
  const file = await exportData(() => undefined, new AbortController().signal);
  return JSON.parse(await file.text());
}

test("S7.me.1 the exported file contains every list that the server declares, with all items", async () => {
  const lists = ["likes", "anythingNew", "savedNotes"];
  vi.mocked(accountApi.reports).mockResolvedValue({ items: [], lists });
  vi.mocked(accountApi.exportPage)
    .mockResolvedValueOnce({
      items: [
        { kind: "profile", data: { name: "Amara" } },
        { kind: "likes", data: { course: "CS246" } },
        { kind: "anythingNew", data: { id: 1 } },
        { kind: "anythingNew", data: { id: 2 } },
      ],
      lists,
      nextCursor: "next",
    })
    .mockResolvedValueOnce({ items: [{ kind: "likes", data: { course: "MATH137" } }], lists });
  const file = await gathered();
  expect(file).toMatchObject({
    service: "Note Ninja",
    profile: { name: "Amara" },
    likes: [{ course: "CS246" }, { course: "MATH137" }],
    anythingNew: [{ id: 1 }, { id: 2 }],
    savedNotes: [],
  });
});

test("S7.me.1 the export fails if one item would overwrite another", async () => {
  const items = ["Amara", "Ben"].map((name) => ({ kind: "profile", data: { name } }));
  vi.mocked(accountApi.reports).mockResolvedValue({ items: [], lists: [] });
  vi.mocked(accountApi.exportPage).mockResolvedValue({ items, lists: ["likes"] });
  await expect(gathered()).rejects.toThrow("more than one item of the kind 'profile'");
});
