import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "@/api/models";
import { userStorage } from "@/lib/browser/storage";
import { LegalNotice } from "./legal-notice";

const me = { uid: "u1" } as Me;
const served = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", served);
  served.mockImplementation(
    async () => new Response("Version: 2026-02-01\n# Text", { headers: { "content-type": "text/markdown" } }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show() {
  render(
    <MemoryRouter>
      <LegalNotice me={me} />
    </MemoryRouter>,
  );
  // The check has read both texts.
  await act(async () => vi.waitFor(() => expect(served).toHaveBeenCalledTimes(2)));
}

test("S7.legal.3 changed texts are announced one after the other until each is confirmed", async () => {
  userStorage("u1").set("legal:privacy", "2026-01-01");
  userStorage("u1").set("legal:terms", "2026-01-01");
  await show();
  expect((await screen.findByRole("status")).textContent).toContain("Privacy changed on 1 Feb 2026.");
  fireEvent.click(screen.getByRole("button", { name: "OK" }));
  expect(screen.getByRole("link", { name: "Terms" }).getAttribute("href")).toBe("/terms");
  fireEvent.click(screen.getByRole("button", { name: "OK" }));
  expect(screen.queryByRole("status")).toBeNull();
  expect(userStorage("u1").get("legal:terms")).toBe("2026-02-01");
});

test("S7.legal.3 the first visit on a device announces nothing", async () => {
  served.mockClear();
  await show();
  await vi.waitFor(() => expect(userStorage("u1").get("legal:privacy")).toBe("2026-02-01"));
  expect(screen.queryByRole("status")).toBeNull();
});

test("S7.legal.3 an unconfirmed change is shown again on the next page load without another request", async () => {
  userStorage("u1").set("legal:privacy", "2026-01-01");
  served.mockClear();
  await show();
  await screen.findByText(/changed on 1 Feb 2026/);
  cleanup();
  await show();
  expect((await screen.findByRole("status")).textContent).toContain("Privacy changed on 1 Feb 2026.");
  expect(served).toHaveBeenCalledTimes(2);
});
