import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { useSignOut } from "./use-sign-out";

const kept = vi.hoisted(() => ({ titles: [] as string[] }));
const signOut = vi.hoisted(() => vi.fn(async () => undefined));

vi.mock("@/session/session", async () => {
  const testing = await import("@/api/testing");
  return { ...testing, session: { ...testing.session, signOut } };
});
vi.mock("@/offline/files/offline-titles", () => ({ offlineTitles: async () => kept.titles }));
vi.mock("@/core/player", () => ({ loadPlayer: () => Promise.reject(new Error("No player here.")) }));
vi.mock("@/player/player", () => ({ player: { reset: () => undefined } }));
vi.mock("./deferred-shell", async () => ({
  deferredShell: { SignOutDialog: (await import("./sign-out-dialog")).SignOutDialog },
}));

function Buttons() {
  const { signOut, confirmSignOut, dialog } = useSignOut();
  return (
    <>
      <button type="button" onClick={signOut}>
        In the side bar
      </button>
      <button type="button" onClick={confirmSignOut}>
        On the phone
      </button>
      {dialog}
    </>
  );
}

function show(): void {
  signInAs({ uid: "amara", name: "Amara" });
  render(
    <MemoryRouter>
      <Buttons />
    </MemoryRouter>,
  );
}

const press = (name: string) => screen.getByRole("button", { name }).click();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  kept.titles = [];
});

test("S2.side.7 logs out at once if no work would be lost", async () => {
  show();
  press("In the side bar");
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("S4.offline.11 asks before a sign-out that deletes offline copies, and lists them", async () => {
  kept.titles = ["CS 246"];
  show();
  press("In the side bar");
  const question = await screen.findByRole("alertdialog", { name: "Log out now?" });
  expect(question.textContent).toContain("Will be removed from this device: “CS 246”.");
  expect(signOut).not.toHaveBeenCalled();
  press("Log out");
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

test("S2.mob.4 always asks on a phone, and stays signed in if the user cancels", async () => {
  show();
  press("On the phone");
  await screen.findByRole("alertdialog", { name: "Log out now?" });
  press("Stay");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(signOut).not.toHaveBeenCalled();
});
