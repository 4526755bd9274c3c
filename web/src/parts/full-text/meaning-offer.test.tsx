import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { MeaningOffer } from "./meaning-offer";
import { MeaningSetting } from "./meaning-setting";

vi.mock("@/session/session", () => import("@/api/testing"));

const model = { file: "assets/meaning-model-1.bin", sha256: "model", sizeBytes: 13_100_000 };
let offered: unknown = model;

async function show(models: readonly string[] = ["model"], isNeeded = true) {
  const queries = new QueryClient();
  render(
    <QueryClientProvider client={queries}>
      <MeaningOffer isNeeded={isNeeded} models={models} />
      <MeaningSetting />
    </QueryClientProvider>,
  );
  return queries;
}

const turnOn = () => screen.queryAllByRole("button", { name: "Turn on search by meaning" });

beforeEach(() => {
  offered = model;
  vi.stubGlobal("caches", { has: async () => false });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(offered)),
  );
  signInAs({ uid: "u1", name: "Amara" });
});
afterEach(cleanup);

test("S2.find.8 an unanswered question and the settings offer search by meaning with its size", async () => {
  await show();
  await vi.waitFor(() => expect(turnOn()).toHaveLength(2));
  expect(screen.getAllByText(/Downloads 12\.5 MB once, works offline, and nothing you type leaves/)).toHaveLength(2);
});

test.each([
  ["an answered question", ["model"], false],
  ["notes without vectors of the model", ["other"], true],
] as const)("S2.find.8 only the settings offer search by meaning after %s", async (_, models, isNeeded) => {
  await show(models, isNeeded);
  await vi.waitFor(() => expect(turnOn()).toHaveLength(1));
});

test("S2.find.8 a site without the model and a shared computer offer nothing", async () => {
  offered = null;
  const queries = await show();
  await vi.waitFor(() => expect(queries.getQueryData(["meaning", "model"])).toBeNull());
  expect(turnOn()).toHaveLength(0);
  cleanup();
  vi.mocked(fetch).mockClear();
  offered = model;
  signInOnSharedComputer({ uid: "u1", name: "Amara" });
  await show();
  expect(turnOn()).toHaveLength(0);
  expect(fetch).not.toHaveBeenCalled();
});
