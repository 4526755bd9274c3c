// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { audioFile } from "./plan";

vi.mock("@/session/session", () => import("@/api/testing"));

test("S4.offline.10 an offline recording stored by an older version without a track keeps its title", () => {
  const address = { id: "a1", sha256: "ab", sizeBytes: 3, contentType: "audio/mpeg", url: "/a1", expiresAt: "" };
  const before = { title: "Limits", track: undefined };
  expect(audioFile(address, before).title).toBe("Limits");
});
