import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { ReportButton } from "./report";
import { ReportMenu } from "./report-menu";

const keep = vi.hoisted(() => ({ use: vi.fn(), items: [] as object[] }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./report-dialog", () => ({
  ReportDialog: ({ target, onClose }: { target: { title: string }; onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Reports {target.title}
    </button>
  ),
}));
vi.mock("@/parts/offline/offline-button", () => ({
  useOfflineItem: (item: object | undefined) => {
    keep.use(item);
    return { items: keep.items, dialog: <p>Keeps it</p> };
  },
}));

beforeEach(() => {
  keep.use.mockReset();
  keep.items = [];
  signInAs({ uid: "u1", name: "Amara" });
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

const Path = () => <output>{useLocation().pathname}</output>;
const show = (part: React.ReactNode) =>
  render(
    <MemoryRouter>
      {part}
      <Path />
    </MemoryRouter>,
  );
const note = { kind: "note", id: "n1", title: "Heaps" } as never;
const audio = { kind: "audio", id: "a1", title: "Trees" } as never;
const card = { kind: "card", id: "c1", title: "What?" } as never;
const more = (title: string) => screen.queryByRole("button", { name: `More about ${title}` });

async function open(title: string) {
  fireEvent.keyDown(more(title) as HTMLElement, { key: "Enter" });
  const items = await screen.findAllByRole("menuitem");
  return items.map(({ textContent }) => textContent);
}
const choose = (name: string) => fireEvent.click(screen.getByRole("menuitem", { name }));
const dialog = (title: string) => screen.queryByRole("button", { name: `Reports ${title}` });

test("S2.report.1 the menu of a note reports it, and closing the dialog ends that", async () => {
  show(<ReportMenu target={note} tabIndex={-1} />);
  expect([more("Heaps")?.title, more("Heaps")?.tabIndex]).toEqual(["More", -1]);
  expect(await open("Heaps")).toEqual(["Report"]);
  expect(keep.use).toHaveBeenLastCalledWith({ kind: "note", id: "n1", title: "Heaps" });
  expect(dialog("Heaps")).toBeNull();
  choose("Report");
  expect(await screen.findByRole("button", { name: "Reports Heaps" })).toBeDefined();
  fireEvent.click(dialog("Heaps") as HTMLElement);
  expect(dialog("Heaps")).toBeNull();
});

test("S2.report.1 the menu of a recording leads to its page too", async () => {
  keep.items = [{ label: "Keep offline", onSelect: vi.fn() }];
  show(<ReportMenu target={audio} />);
  expect(await open("Trees")).toEqual(["About this audio note", "Keep offline", "Report"]);
  expect(screen.getByText("Keeps it")).toBeDefined();
  choose("About this audio note");
  expect(screen.getByRole("status").textContent).toBe("/audio/a1");
});

test("S2.report.1 a card can be reported, but not kept offline", async () => {
  show(<ReportMenu target={card} />);
  expect(await open("What?")).toEqual(["Report"]);
  expect(keep.use).toHaveBeenLastCalledWith(undefined);
});

test("S2.report.1 a visitor without copies has no menu and no button", () => {
  signOutForTest();
  show(
    <>
      <ReportMenu target={note} />
      <ReportButton target={note} />
    </>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("S2.report.1 the button opens and closes the dialog", async () => {
  show(<ReportButton target={note} />);
  expect(dialog("Heaps")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Report" }));
  fireEvent.click(await screen.findByRole("button", { name: "Reports Heaps" }));
  expect(dialog("Heaps")).toBeNull();
});
