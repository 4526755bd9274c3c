// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { ApiProblem } from "@/api/problem";
import { waveformQuery } from "@/data/audio/audio";
import { ChaptersDialog } from "./chapters-dialog";

vi.mock("@/api/client", () => import("@/api/client-testing"));

const onClose = vi.fn();
const file = new File(["WEBVTT"], "chapters.vtt");
const chapters = [
  { startMs: 0, title: "Rates" },
  { startMs: 9, title: "Limits" },
];
let waveform: object;
let queries: QueryClient;
beforeEach(() => {
  waveform = { peaks: [], chapters: [] };
  queries = new QueryClient();
  onClose.mockReset();
  server.reset();
  server.answer = () => waveform;
});
afterEach(cleanup);

async function show() {
  render(
    <QueryClientProvider client={queries}>
      <ChaptersDialog id="a1" title="Limits" onClose={onClose} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(server.asked("GET")).toHaveLength(1));
}
const choose = () => fireEvent.change(screen.getByLabelText("choose a file"), { target: { files: [file] } });

test("S3.chapters.2 a chosen file is sent as it is, and its chapters are shown", async () => {
  await show();
  expect(screen.queryByRole("button", { name: "Remove the chapters" })).toBeNull();
  waveform = { peaks: [], chapters };
  choose();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked("PUT")).toEqual([["PUT /api/audio/a1/chapters", file]]);
  expect(queries.getQueryData(waveformQuery({ id: "a1" }).queryKey)).toEqual(waveform);
});

test("S3.chapters.2 a refused file is explained, and existing chapters can be removed", async () => {
  waveform = { peaks: [], chapters };
  await show();
  expect(await screen.findByText(/has 2 chapters/)).toBeDefined();
  const detail = "Line 6: This chapter begins after the end of the recording.";
  server.reject(new ApiProblem({ code: "validation", status: 422, detail }));
  choose();
  expect(await screen.findByText(detail)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  server.answer = () => waveform;
  fireEvent.click(screen.getByRole("button", { name: "Remove the chapters" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked("DELETE")).toHaveLength(1);
});
