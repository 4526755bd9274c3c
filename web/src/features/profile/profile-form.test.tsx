import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { ProfileForm } from "./profile-form";

const edit = vi.hoisted(() => vi.fn());
vi.mock("@/data/me/profile", () => ({
  useEditProfile: () => ({ mutateAsync: edit }),
  isConflict: (error: unknown) => error instanceof ApiProblem && error.code === "conflict",
}));
vi.mock("@/core/validation", () => ({ validateWithRules: async () => [] }));
vi.mock("./photo/change-photo", () => ({ ChangePhoto: () => null }));

afterEach(cleanup);
beforeEach(() => edit.mockReset());

const amara = { uid: "u1", name: "Amara", email: "amara@noteninja.test", displayUsername: "amara", year: "1" } as Me;
const queries = new QueryClient();
const formOf = (me: Me) => (
  <QueryClientProvider client={queries}>
    <MemoryRouter>
      <ProfileForm me={me} />
    </MemoryRouter>
  </QueryClientProvider>
);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test("S2.prof.3 sends only changed fields and their previous values", async () => {
  edit.mockResolvedValue(amara);
  render(formOf(amara));
  type("Year", "2");
  save();
  await vi.waitFor(() => expect(edit).toHaveBeenCalledExactlyOnceWith({ year: "2", before: { year: "1" } }));
});

test("S2.prof.3 fields that were not edited show what another device has saved", () => {
  const { rerender } = render(formOf(amara));
  type("Year", "2");
  rerender(formOf({ ...amara, name: "Amara Okafor" }));
  expect([typedIn("Full Name"), typedIn("Year")]).toEqual(["Amara Okafor", "2"]);
});

test("S2.prof.3 a conflicting field is not overwritten, and the typed text is kept", async () => {
  edit.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." }));
  const { rerender } = render(formOf(amara));
  type("Full Name", "Ben");
  save();
  await screen.findByText("You changed your profile on another device. Check the marked fields, then save again.");
  rerender(formOf({ ...amara, name: "Amara Okafor" }));
  expect(typedIn("Full Name")).toBe("Ben");
  expect(screen.getByText("You changed this to “Amara Okafor” on another device. Saving replaces it.")).toBeDefined();
  save();
  await vi.waitFor(() => expect(edit).toHaveBeenLastCalledWith({ name: "Ben", before: { name: "Amara Okafor" } }));
});

test("S2.prof.3 a field that the server rejects shows its message", async () => {
  const fields = [{ field: "username", code: "taken", message: "This username is taken." }];
  edit.mockRejectedValueOnce(new ApiProblem({ code: "validation", status: 422, detail: "Check the fields.", fields }));
  render(formOf(amara));
  type("Year", "2");
  save();
  expect(await screen.findByText("This username is taken.")).toBeDefined();
});
