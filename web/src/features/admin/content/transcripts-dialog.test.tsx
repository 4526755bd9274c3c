// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { ApiProblem } from "@/api/problem";
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

test("S3.transcript.2 matched files are sent one by one, and each row shows its result", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TranscriptsDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TranscriptsDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const field = await screen.findByLabelText("choose files");
  const choose = (...names: string[]) =>
    fireEvent.change(field, { target: { files: names.map((name) => new File(["text"], name)) } });
  const rows = () => screen.getAllByRole("row").map((row) => row.querySelector("td")?.textContent);
  choose("limits.vtt", "limits.vtt");
  expect(rows()).toEqual([undefined, "limits.vtt", "limits.vtt"]);
  choose("other.txt", "series.srt");
  expect(rows()).toEqual([undefined, "other.txt", "series.srt"]);
});
