import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer, signOutForTest } from "@/api/testing";
import { offeredModelQuery, useModelState } from "@/data/search/meaning-model";
import { MeaningOffer } from "./meaning-offer";
import { MeaningSetting } from "./meaning-setting";

vi.mock("@/session/session", () => import("@/api/testing"));

const model = { file: "assets/meaning-model-1.bin", sha256: "model", sizeBytes: 13_100_000 };
const amara = { uid: "u1", name: "Amara" };
let offered: unknown;
let stored: object | undefined;

/**
 * Renders a part of the page and waits until the state of the model on this device and the model of the site are known.
 */
async function show(part: ReactNode) {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  render(part, { wrapper });
  const { result } = renderHook(() => useModelState());
  await vi.waitFor(() => expect(result.current.status).toBe(stored ? "ready" : "absent"));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  return queries;
}

/** Like `show`, but also loads the model of the site if the page did not request it. */
async function showWithAnswer(part: ReactNode) {
  const queries = await show(part);
  await act(() => queries.prefetchQuery(offeredModelQuery));
}

const offer = (models: readonly string[] = ["model"], isNeeded = true) => (
  <MeaningOffer isNeeded={isNeeded} models={models} />
);
const turnOn = () => screen.queryAllByRole("button", { name: "Turn on search by meaning" });

beforeEach(() => {
  offered = model;
  stored = undefined;
  vi.stubGlobal("caches", {
    has: async () => stored !== undefined,
    open: async () => ({ match: async () => Response.json(stored) }),
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(offered)),
  );
  signInAs(amara);
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

test.each([
  ["an unanswered question offers", offer()],
  ["the settings offer", <MeaningSetting key="settings" />],
])("S2.find.8 %s search by meaning with its size", async (_, part) => {
  await show(part);
  expect(turnOn()).toHaveLength(1);
  expect(screen.getByText(/Downloads 12\.5 MB once, works offline, and nothing you type leaves/)).toBeDefined();
});

test.each([
  ["an answered question", offer(["model"], false)],
  ["notes with vectors of another model", offer(["other"])],
  ["notes without vectors, which are not in English", offer([])],
])("S2.find.8 search by meaning is not offered for %s", async (_, part) => {
  await showWithAnswer(part);
  expect(turnOn()).toHaveLength(0);
});

test("S2.find.8 search by meaning is not offered again on a device that has the model", async () => {
  stored = model;
  signInAs(amara);
  await showWithAnswer(offer());
  expect(screen.queryByRole("region", { name: "Search by meaning" })).toBeNull();
  cleanup();
  stored = { ...model, sha256: "older" };
  signInAs(amara);
  await showWithAnswer(offer());
  expect(screen.getByRole("region", { name: "Search by meaning" })).toBeDefined();
});

const places = [
  ["after a question", offer()],
  ["in the settings", <MeaningSetting key="settings" />],
] as const;

test.each(places)("S2.find.8 a site without a model shows no offer %s", async (_, part) => {
  offered = null;
  await showWithAnswer(part);
  expect(document.body.textContent).toBe("");
});

test.each(places)("S2.find.8 on a shared computer, no offer is requested or shown %s", async (_, part) => {
  signInOnSharedComputer(amara);
  await show(part);
  expect(fetch).not.toHaveBeenCalled();
  expect(document.body.textContent).toBe("");
});

test("S2.find.8 on a shared computer, no offer is shown even if the model is known", async () => {
  signInOnSharedComputer(amara);
  await showWithAnswer(offer());
  expect(document.body.textContent).toBe("");
});
