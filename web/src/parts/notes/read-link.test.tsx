import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { NotePictureLink, ReadNoteLink, thumbnailFromState } from "./read-link";

vi.mock("@/session/session", () => import("@/api/testing"));
afterEach(cleanup);

const firstPage = { src: "/page.webp", width: 300, height: 400 } as never;

function show() {
  const element = (
    <>
      <ReadNoteLink noteId="n1" firstPage={firstPage} />
      <NotePictureLink noteId="n1" firstPage={firstPage}>
        <i>picture</i>
      </NotePictureLink>
    </>
  );
  const router = createMemoryRouter([{ path: "*", element }]);
  render(<RouterProvider router={router} />);
  return router;
}

test("S2.read.1 members open a note by its link, or by its picture with a pointer, and the reader shows the picture at once", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  const router = show();
  // The image repeats the link, so keyboards and screen readers skip it.
  const picture = screen.getByText("picture").closest("a");
  expect([picture?.getAttribute("aria-hidden"), picture?.tabIndex]).toEqual(["true", -1]);
  expect(picture?.getAttribute("href")).toBe("/note/n1");
  screen.getByRole("link", { name: "Read" }).click();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/note/n1"));
  expect(thumbnailFromState(router.state.location.state)).toEqual(firstPage);
});

test("S2.read.1 visitors see the picture of a note without links", () => {
  signOutForTest();
  show();
  expect(screen.getByText("picture").closest("a")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("a link without a picture has no thumbnail", () => {
  expect([null, undefined, {}].map(thumbnailFromState)).toEqual([undefined, undefined, undefined]);
});
