// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { audioPositionsQuery, notePositionsQuery } from "./cached-positions";

vi.mock("@/session/session", () => import("@/api/testing"));

test.each([
  ["recordings", audioPositionsQuery],
  ["notes", notePositionsQuery],
] as const)("S4.resume.1 reads resume positions in %s page by page", async (_kind, query) => {
  const pages = new Map([
    ["", { items: [{ id: "a" }], nextCursor: "c1" }],
    ["?cursor=c1", { items: [{ id: "b" }] }],
  ]);
  vi.stubGlobal("fetch", async (request: Request) => Response.json(pages.get(new URL(request.url).search)));
  const places = await new QueryClient().fetchQuery({ ...query, retry: false } as typeof audioPositionsQuery);
  expect(places).toEqual([{ id: "a" }, { id: "b" }]);
});
