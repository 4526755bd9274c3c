// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { audioFile } from "./plan";

vi.mock("@/session/session", () => import("@/api/testing"));

test("S4.offline.10 a recording that an older version of the app kept without its track keeps its title", () => {
  const address = { id: "a1", sha256: "ab", sizeBytes: 3, contentType: "audio/mpeg", url: "/a1", expiresAt: "" };
  const before = { title: "Limits", track: undefined };
  expect(audioFile(address, before).title).toBe("Limits");
});
