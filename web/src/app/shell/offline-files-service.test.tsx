import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer, signOutForTest } from "@/api/testing";
import { OfflineFilesService } from "./offline-files-service";

const calls = vi.hoisted(() => ({ detect: vi.fn(), start: vi.fn() }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/query/query-client", () => ({ queryClient: "the client" }));
vi.mock("@/offline/files/has-offline-files", () => ({ detectOfflineFiles: calls.detect }));
vi.mock("@/data/offline-files/service", () => ({ startOfflineFiles: calls.start }));

beforeEach(() => {
  calls.detect.mockReset().mockResolvedValue(true);
  calls.start.mockReset();
});
afterEach(() => {
  cleanup();
  signOutForTest();
});
const amara = { uid: "u1", name: "Amara" };

test("S4.offline.9 the downloader starts if the student has offline copies", async () => {
  signInAs(amara);
  render(<OfflineFilesService />);
  await vi.waitFor(() => expect(calls.start.mock.calls).toEqual([["the client"]]));
  expect(calls.detect.mock.calls).toEqual([["u1"]]);
});

test("S4.offline.9 the downloader does not start without offline copies, and an error of the lookup is only logged", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  calls.detect.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error("No database."));
  signInAs(amara);
  render(<OfflineFilesService />).unmount();
  render(<OfflineFilesService />);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
  expect(calls.start).not.toHaveBeenCalled();
});

test.each([
  ["a visitor", () => signOutForTest()],
  ["a student on a shared computer", () => signInOnSharedComputer(amara)],
])("S4.offline.11 the offline copies of %s are not looked up", (_, become) => {
  become();
  render(<OfflineFilesService />);
  expect(calls.detect).not.toHaveBeenCalled();
});
