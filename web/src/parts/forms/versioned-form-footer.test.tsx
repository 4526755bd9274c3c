import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Dialog } from "@/ui/overlay/dialog";
import { VersionedFormFooter } from "./versioned-form-footer";

afterEach(cleanup);

const show = (props: Parameters<typeof VersionedFormFooter>[0]) =>
  render(
    <Dialog open onOpenChange={() => undefined} title="Edit">
      <VersionedFormFooter {...props} />
    </Dialog>,
  );
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const merged = /^This item was changed while you were editing, so your changes are not saved yet\./;

test("S6.adm.6 a form ends with its buttons", () => {
  show({ isMerged: false, busy: false });
  expect([button("Save").type, button("Save").disabled, button("Cancel").disabled]).toEqual(["submit", false, false]);
  expect([screen.queryByRole("alert"), screen.queryByText(merged)]).toEqual([null, null]);
});

test("S6.adm.6 a form says that changes of another administrator are in it, or why it was not saved", () => {
  show({ isMerged: true, busy: false });
  expect(screen.getByText(merged)).toBeDefined();
  cleanup();
  show({ isMerged: true, problem: "No room.", busy: false });
  expect(screen.getByRole("alert").textContent).toBe("No room.");
  expect(screen.queryByText(merged)).toBeNull();
});

test("S6.adm.6 a form that is being saved cannot be cancelled", () => {
  show({ isMerged: false, busy: true });
  expect(button("Cancel").disabled).toBe(true);
  expect(screen.getByText("Saving...")).toBeDefined();
});
