import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { DownloadLink } from "./download-link";

const recordDownload = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/notes/notes", () => ({ recordDownload }));

beforeEach(() => recordDownload.mockReset());
afterEach(cleanup);

/** Clicks the link without leaving the page, and returns it. */
function download(): HTMLElement {
  render(<DownloadLink noteId="n1" href="/download/n1" />);
  const link = screen.getByRole("link", { name: "Download PDF" });
  fireEvent.click(link);
  return link;
}

test("a visitor's download opens in a new tab and is not recorded", () => {
  signOutForTest();
  const link = download();
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/download/n1", "_blank"]);
  expect(recordDownload).not.toHaveBeenCalled();
});

test("a member's download is recorded once per click", () => {
  signInAs({ uid: "u1", name: "Amara" });
  download();
  expect(recordDownload).toHaveBeenCalledExactlyOnceWith("n1");
});
