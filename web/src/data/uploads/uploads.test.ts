// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { uploadsQuery } from "./uploads";

vi.mock("@/session/session", () => import("@/api/testing"));

test("S6.adm.11 requests the next page of uploads with the cursor of the previous one", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { search } = new URL(request.url);
    asked.push(search);
    return Response.json(search === "" ? { items: [], nextCursor: "c1" } : { items: [] });
  });
  await new QueryClient().fetchInfiniteQuery({ ...uploadsQuery, pages: 2 });
  expect(asked).toEqual(["", "?cursor=c1"]);
});
