import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { fitMemory } from "./fit-memory";

const fakes = vi.hoisted(() => ({
  log: {} as Record<string, unknown>,
  fitted: [] as unknown[],
  result: {} as Record<string, unknown>,
  saved: [] as unknown[],
  isUnavailable: false,
  Unavailable: class extends Error {},
}));
const settings = { newADay: 20, reviewsADay: 200, retentionPercent: 90 };

vi.mock("@/core/fit/fit", () => ({
  FitUnavailable: fakes.Unavailable,
  fitInWorker: async (batches: unknown[]) => {
    if (fakes.isUnavailable) throw new fakes.Unavailable();
    fakes.fitted.push(...batches);
    return fakes.result;
  },
}));
vi.mock("@/data/study/review-log", () => ({
  reviewLogQuery: { queryKey: ["studying", "log"], queryFn: async () => fakes.log, staleTime: 0 },
  readStudyLog: async () => [{ events: btoa("whole"), receivedMs: 1 }],
}));
vi.mock("@/data/study/study-settings", () => ({
  readStudySettings: async () => settings,
  setStudySettings: async (...change: unknown[]) => void fakes.saved.push(...change),
}));
vi.mock("./load-scheduler", () => ({ bytesOf: (base64: string) => atob(base64) }));

beforeEach(() => {
  const tail = [{ events: btoa("tail"), receivedMs: 2 }];
  Object.assign(fakes, { log: { tail }, fitted: [], saved: [], isUnavailable: false });
  fakes.result = { reviews: 900, fit: { parameters: new Float32Array([1, 2]), defaultLoss: 0.35, ownLoss: 0.31 } };
});

test("S2.study.6 the memory model is fitted to the complete log and stored with the study settings", async () => {
  const { memory } = (await fitMemory(new QueryClient())) as { memory: object };
  expect(fakes.fitted).toEqual([{ bytes: "tail", receivedMs: 2 }]);
  expect(memory).toMatchObject({ parameters: [1, 2], reviews: 900, defaultLoss: 0.35, ownLoss: 0.31 });
  expect(fakes.saved).toEqual([{ ...settings, memory }, settings]);
});

test("for the fit, a device with a snapshot also reads the whole review log", async () => {
  fakes.log = { ...fakes.log, snapshot: new Uint8Array(9) };
  await fitMemory(new QueryClient());
  expect(fakes.fitted).toEqual([{ bytes: "whole", receivedMs: 1 }]);
});

test("without enough reviews nothing is stored", async () => {
  fakes.result = { reviews: 12, fit: undefined };
  expect(await fitMemory(new QueryClient())).toEqual({ reviews: 12 });
  expect(fakes.saved).toEqual([]);
});

test("S2.study.6 if the fitted model predicts no better than the default, it is stored without parameters", async () => {
  fakes.result = { reviews: 900, fit: { parameters: undefined, defaultLoss: 0.35, ownLoss: 0.36 } };
  const { memory } = (await fitMemory(new QueryClient())) as { memory: object };
  expect(memory).not.toHaveProperty("parameters");
  expect(fakes.saved[0]).toEqual({ ...settings, memory });
});

test("S2.study.6 if the module of the fit cannot be loaded, the error says that the server cannot be reached", async () => {
  fakes.isUnavailable = true;
  await expect(fitMemory(new QueryClient())).rejects.toMatchObject({ code: "unreachable" });
  expect(fakes.saved).toEqual([]);
});
