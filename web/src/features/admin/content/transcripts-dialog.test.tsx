// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { ApiProblem } from "@/api/problem";
import { TRANSCRIPT_MAX_BYTES } from "@/core/limits";
import { TranscriptsDialog } from "./transcripts-dialog";

vi.mock("@/api/client", () => import("@/api/client-testing"));

const entries = ["limits", "series"].map((name) => ({ kind: "audio", id: name, title: name, fileName: `${name}.mp3` }));
const detail = "Line 2: This text ends before it starts.";

beforeEach(() => {
  server.reset();
  server.answer = (request) => {
    if (request.startsWith("GET")) return { items: entries };
    if (request.includes("series")) throw new ApiProblem({ code: "validation", status: 422, detail });
    return { id: "limits" };
  };
});
afterEach(cleanup);

function show(onClose = vi.fn()) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TranscriptsDialog onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}
const field = () => screen.findByLabelText<HTMLInputElement>("choose files");

test("S3.transcript.2 matched files are sent one by one, and each row shows its result", async () => {
  show();
  const files = ["limits.vtt", "series.srt", "other.txt"].map((name) => new File(["text"], name));
  fireEvent.change(await screen.findByLabelText("choose files"), { target: { files } });
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(`^${name}`) }));
  expect(row("other.txt").getByText("No audio note has this file name or title.")).toBeDefined();
  expect(screen.queryByText("Saved")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Add 2 transcripts" }));
  expect(await row("limits.vtt").findByText("Saved")).toBeDefined();
  expect(await row("series.srt").findByText(detail)).toBeDefined();
  expect(screen.getAllByText("Saved")).toHaveLength(1);
  expect(server.asked("PUT")).toEqual([
    ["PUT /api/audio/limits/transcript", files[0]],
    ["PUT /api/audio/series/transcript", files[1]],
  ]);
  expect(await screen.findByRole("button", { name: "Add 1 transcript" })).toBeDefined();
});

test("S3.transcript.2 each of two files with the same name has a row, also after other files were chosen", async () => {
  show();
  const field = await screen.findByLabelText("choose files");
  const choose = (...names: string[]) =>
    fireEvent.change(field, { target: { files: names.map((name) => new File(["text"], name)) } });
  const rows = () => screen.getAllByRole("row").map((row) => row.querySelector("td")?.textContent);
  choose("limits.vtt", "limits.vtt");
  expect(rows()).toEqual([undefined, "limits.vtt", "limits.vtt"]);
  choose("other.txt", "series.srt");
  expect(rows()).toEqual([undefined, "other.txt", "series.srt"]);
});

test("S3.transcript.2 a file that is too large is not sent, and says the limit", async () => {
  show();
  const [large, small] = ["limits.vtt", "series.srt"].map((name) => new File(["text"], name)) as [File, File];
  Object.defineProperty(large, "size", { value: TRANSCRIPT_MAX_BYTES + 1 });
  Object.defineProperty(small, "size", { value: TRANSCRIPT_MAX_BYTES });
  fireEvent.change(await field(), { target: { files: [large, small] } });
  fireEvent.click(screen.getByRole("button", { name: "Add 2 transcripts" }));
  expect(await screen.findByText(/^The file is too large\. The limit is \d/)).toBeDefined();
  expect(await screen.findByText(detail)).toBeDefined();
  expect(server.asked("PUT").map(([request]) => request)).toEqual(["PUT /api/audio/series/transcript"]);
});

test("S3.transcript.2 a second press sends only the files that are not saved, and the dialog cannot be closed while it sends", async () => {
  const onClose = show();
  fireEvent.change(await field(), {
    target: { files: ["limits.vtt", "series.srt"].map((name) => new File(["t"], name)) },
  });
  let answer: (value: unknown) => void = () => undefined;
  server.answer = (request) => {
    if (request.includes("series")) {
      throw new ApiProblem({ code: "internal", status: 500, detail: "It failed.", traceId: "r1" } as never);
    }
    return new Promise((resolve) => (answer = resolve));
  };
  fireEvent.click(screen.getByRole("button", { name: "Add 2 transcripts" }));
  const close = () => screen.getAllByRole<HTMLButtonElement>("button", { name: "Close" }).at(-1) as HTMLButtonElement;
  await vi.waitFor(() => expect(close().disabled).toBe(true));
  expect((await field()).disabled).toBe(true);
  answer({ id: "limits" });
  expect(await screen.findByText(/^It failed\. .*r1/)).toBeDefined();
  server.answer = () => ({ id: "series" });
  fireEvent.click(await screen.findByRole("button", { name: "Add 1 transcript" }));
  await vi.waitFor(() => expect(screen.getAllByText("Saved")).toHaveLength(2));
  const requests = ["limits", "series", "series"].map((id) => `PUT /api/audio/${id}/transcript`);
  expect(server.asked("PUT").map(([request]) => request)).toEqual(requests);
  expect(screen.queryByText(/^It failed\. .*r1/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
  fireEvent.click(close());
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("S3.transcript.2 if the audio notes cannot be loaded, the dialog says why and retries", async () => {
  server.reject();
  const onClose = show();
  expect(await screen.findByRole("status", { name: "Loading..." })).toBeDefined();
  expect((await screen.findByRole("alert")).textContent).toContain("Could not reach Note Ninja.");
  server.answer = () => ({ items: entries });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await field()).toBeDefined();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});
