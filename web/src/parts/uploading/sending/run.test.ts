import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import * as api from "@/data/uploads/uploads";
import { StorageRejectedError } from "./errors";
import type { UploadEvent } from "./queue";
import { runUpload, type UploadKind } from "./run";
import { putFile } from "./send";

vi.mock("@/data/uploads/uploads");
vi.mock("../hashing/hash", () => ({ hashFile: () => Promise.resolve({ sha256: "ab", partSha256s: [] }) }));
vi.mock("./send", async (original) => ({ ...(await original<typeof import("./send")>()), putFile: vi.fn() }));

const file = new File(["%PDF"], "same.pdf", { type: "application/pdf" });
const ticket = { id: "u", url: "/there", headers: {}, expiresAt: "" };
const create = vi.fn(() => Promise.resolve(ticket));
const kind: UploadKind<undefined> = {
  create,
  contentType: "application/pdf",
  isMultipart: false,
  detectsDuplicates: true,
  resultIdOf: (upload) => upload.noteId,
  onPublished: () => undefined,
  texts: { done: "Done.", failed: "Failed.", rejected: "Refused." },
};
const item = { id: "u", attempt: 1, fields: undefined };
const thing = { kind: "note", id: "n1", title: "First", place: "CS246", part: "Chapter 1" } as api.DuplicateItem;
const upload = (fields: Partial<api.Upload>) => ({ id: "u", status: "ready", noteId: "n2", ...fields }) as api.Upload;

/** Runs an upload to its end and returns the reported events. */
async function play(
  job: Parameters<typeof runUpload>[0],
  askForSource = () => Promise.resolve(thing),
  askToPublish = () => Promise.resolve(),
) {
  const events: UploadEvent[] = [];
  const report = (event: UploadEvent) => void events.push(event);
  const decisions = { askForSource, askToPublish };
  await runUpload({ ...job, fields: undefined }, file, kind, report, new AbortController().signal, decisions);
  return events;
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(api.getUpload).mockResolvedValue(upload({}));
});

describe("a duplicate file", () => {
  it("S5.al.1 is not looked up again if an earlier attempt has already stored it", async () => {
    vi.mocked(api.findDuplicates).mockResolvedValue([thing]);
    const events = await play({ ...item, attempt: 2 });
    expect(api.findDuplicates).not.toHaveBeenCalled();
    expect(events.at(-1)).toMatchObject({ type: "published", resultId: "n2" });
  });

  it("S4.up.3 asks for a decision, and is used without being sent", async () => {
    vi.mocked(api.findDuplicates).mockResolvedValue([thing]);
    const asked = vi.fn(() => Promise.resolve(thing));
    const events = await play(item, asked);
    expect(events.find(({ type }) => type === "known")).toMatchObject({ duplicates: [thing] });
    expect(asked).toHaveBeenCalledOnce();
    expect(api.reuseDuplicateFile).toHaveBeenCalledWith("u", thing, expect.anything());
    expect(putFile).not.toHaveBeenCalled();
    expect(events.at(-1)).toMatchObject({ type: "published", resultId: "n2" });
  });

  it("S4.up.3 creates its upload only after the decision, so that cancelling leaves nothing behind", async () => {
    vi.mocked(api.findDuplicates).mockResolvedValue([thing]);
    await play(item, () => Promise.reject(new Error("called off")));
    expect(create).not.toHaveBeenCalled();
  });

  it("S4.up.3 is sent like a new file if the server has no copy, or if the lookup fails", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    vi.mocked(api.findDuplicates).mockResolvedValueOnce([]).mockRejectedValueOnce(new Error("busy"));
    for (const times of [1, 2]) {
      expect((await play(item)).at(-1)?.type).toBe("published");
      expect(putFile).toHaveBeenCalledTimes(times);
    }
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("a file that waits for a review", () => {
  const accessibility = { hasProblems: true, findings: [] };
  beforeEach(() => {
    vi.mocked(api.findDuplicates).mockResolvedValue([]);
    vi.mocked(api.getUpload).mockResolvedValueOnce(upload({ status: "review", accessibility }));
  });

  it("S6.adm.36 shows its report, and is published after the decision", async () => {
    const asked = vi.fn(() => Promise.resolve());
    const events = await play(item, undefined, asked);
    expect(events.find(({ type }) => type === "held")).toMatchObject({ report: accessibility });
    expect(asked).toHaveBeenCalledOnce();
    expect(api.publishUpload).toHaveBeenCalledWith("u", expect.anything());
    expect(events.at(-1)).toMatchObject({ type: "published", resultId: "n2" });
  });

  it("S6.adm.36 is sent again if it was deleted before the decision", async () => {
    const gone = new ApiProblem({ code: "not_found", status: 404, detail: "There is no such file." });
    vi.mocked(api.publishUpload).mockRejectedValueOnce(gone);
    expect((await play(item)).at(-1)).toMatchObject({ type: "failed", retry: "restart" });
  });

  it("S6.adm.36 may have been published from another tab", async () => {
    const changed = new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." });
    vi.mocked(api.publishUpload).mockRejectedValueOnce(changed);
    expect((await play(item)).at(-1)).toMatchObject({ type: "published", resultId: "n2" });
  });
});

describe("a held file that is decided elsewhere", () => {
  const never = () => new Promise<void>(() => undefined);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.mocked(api.findDuplicates).mockResolvedValue([]);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const held = upload({ status: "review" });

  it("S6.adm.36 ends when it is published from another tab, also after a poll that failed", async () => {
    vi.mocked(api.getUpload).mockResolvedValueOnce(held).mockResolvedValueOnce(held);
    vi.mocked(api.getUpload).mockRejectedValueOnce(unreachableProblem());
    const events = play(item, undefined, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await events).at(-1)).toMatchObject({ type: "published", resultId: "n2" });
    expect(api.publishUpload).not.toHaveBeenCalled();
  });

  it("S6.adm.36 can be sent again when it was deleted after a day", async () => {
    vi.mocked(api.getUpload).mockResolvedValueOnce(held);
    vi.mocked(api.getUpload).mockResolvedValue(upload({ status: "failed", reason: "Too late.", canRetry: false }));
    const events = play(item, undefined, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await events).at(-1)).toMatchObject({ type: "failed", reason: "Too late.", retry: "restart" });
  });

  it("S6.adm.36 fails when it was cancelled from another tab", async () => {
    const gone = new ApiProblem({ code: "not_found", status: 404, detail: "There is no such upload." });
    vi.mocked(api.getUpload).mockResolvedValueOnce(held).mockRejectedValue(gone);
    const events = play(item, undefined, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await events).at(-1)).toMatchObject({ type: "failed" });
  });
});

describe("a rejected file", () => {
  it("S4.up.2 is checked again without being read, created or sent again", async () => {
    vi.mocked(api.retryUpload).mockResolvedValue(upload({ status: "waiting" }));
    const events = await play({ ...item, isRecheck: true });
    expect(api.retryUpload).toHaveBeenCalledWith("u", expect.anything());
    expect(create).not.toHaveBeenCalled();
    expect(putFile).not.toHaveBeenCalled();
    expect(events.map(({ type }) => type)).toEqual(["arrived", "published"]);
  });

  it("offers no retry if the server would reject it again", async () => {
    vi.mocked(api.findDuplicates).mockResolvedValue([]);
    vi.mocked(api.getUpload).mockResolvedValue(upload({ status: "failed", reason: "No PDF.", canRetry: false }));
    expect((await play(item)).at(-1)).toMatchObject({ type: "failed", reason: "No PDF.", retry: "none" });
    create.mockRejectedValueOnce(new ApiProblem({ code: "validation", status: 422, detail: "Too long." }));
    expect((await play(item)).at(-1)).toMatchObject({ type: "failed", retry: "none" });
    create.mockRejectedValueOnce(new ApiProblem({ code: "internal", status: 500, detail: "Broken." }));
    expect((await play(item)).at(-1)).toMatchObject({ type: "failed", retry: "send" });
    create.mockRejectedValueOnce(new ApiProblem({ code: "unavailable", status: 503, detail: "Busy." }));
    expect((await play(item)).at(-1)).toMatchObject({ type: "interrupted", retry: "send" });
  });

  it("fails with the reason if the API limits the rate, and is interrupted if the file store does", async () => {
    vi.mocked(api.findDuplicates).mockResolvedValue([]);
    create.mockRejectedValueOnce(new ApiProblem({ code: "too_many_requests", status: 429, detail: "Three a day." }));
    expect((await play(item)).at(-1)).toMatchObject({ type: "failed", reason: "Three a day.", retry: "send" });
    vi.mocked(putFile).mockRejectedValueOnce(new StorageRejectedError(429));
    expect((await play(item)).at(-1)).toMatchObject({ type: "interrupted", retry: "send" });
  });

  it("S4.up.2 reports whether the server still has it", async () => {
    vi.mocked(api.findDuplicates).mockResolvedValue([]);
    vi.mocked(api.getUpload).mockResolvedValue(upload({ status: "failed", reason: "No.", canRetry: true }));
    expect((await play(item)).at(-1)).toMatchObject({ type: "failed", reason: "No.", retry: "check" });
    const gone = new ApiProblem({ code: "not_found", status: 404, detail: "Gone." });
    vi.mocked(api.retryUpload).mockRejectedValue(gone);
    expect((await play({ ...item, isRecheck: true })).at(-1)).toMatchObject({ retry: "restart" });
  });
});
