// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { ApiProblem } from "@/api/problem";
import { TRANSCRIPT_MAX_BYTES } from "@/core/limits";
import { TranscriptDialog } from "./transcript-dialog";

vi.mock("@/api/client", () => import("@/api/client-testing"));

const onClose = vi.fn();
const file = new File(["WEBVTT"], "limits.vtt");
let audio: object;
beforeEach(() => {
  audio = { id: "a1", title: "Limits" };
  onClose.mockReset();
  server.reset();
  server.answer = () => audio;
});
afterEach(cleanup);

async function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TranscriptDialog id="a1" title="Limits" onClose={onClose} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(server.asked("GET")).toHaveLength(1));
}
const choose = (chosen: File) =>
  fireEvent.change(screen.getByLabelText("choose a file"), { target: { files: [chosen] } });

test("S3.transcript.1 a chosen file is sent as it is", async () => {
  await show();
  choose(file);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked("PUT")).toEqual([["PUT /api/audio/a1/transcript", file]]);
});

test("S3.transcript.1 a refused file is explained with its line, and the dialog stays open", async () => {
  await show();
  const detail = "Line 3: “00:01” is not a time. Write it like 00:01:02.000.";
  server.reject(new ApiProblem({ code: "validation", status: 422, detail }));
  choose(file);
  expect(await screen.findByText(detail)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test("S3.transcript.1 a too large file is refused without sending it", async () => {
  await show();
  const large = new File([], "words.vtt");
  Object.defineProperty(large, "size", { value: TRANSCRIPT_MAX_BYTES + 1 });
  choose(large);
  expect(await screen.findByText(/“words.vtt” is too large. The limit is/)).toBeDefined();
  expect(server.asked("PUT")).toEqual([]);
});

test("S3.transcript.1 an existing transcript can be removed", async () => {
  audio = { ...audio, transcriptId: "t1" };
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Remove the transcript" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked("DELETE")).toEqual([["DELETE /api/audio/a1/transcript"]]);
});
