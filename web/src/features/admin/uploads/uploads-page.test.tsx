import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Upload } from "@/data/uploads/uploads";
import { UploadsPage } from "./uploads-page";

const calls = vi.hoisted(() => ({
  list: vi.fn(),
  sendPictures: vi.fn(),
  released: undefined as (() => void) | undefined,
}));
const live = new Map<string, object>();
const sent = new Set<string>();
let locked: Set<string> | undefined;

vi.mock("@/data/uploads/uploads", () => ({
  uploadsQuery: {
    queryKey: ["uploads"],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => calls.list(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page: { nextCursor?: string }) => page.nextCursor,
  },
}));
vi.mock("@/parts/uploading/active-uploads", () => ({ useActiveUploads: () => live }));
vi.mock("@/parts/uploading/uploads-of-this-tab", () => ({ uploadsOfThisTab: { has: (id: string) => sent.has(id) } }));
vi.mock("@/parts/uploading/sending/tab-locks", () => ({
  useLockedUploads: (uploads: object, _readAtMs: number, onReleased: () => void) => {
    calls.released = onReleased;
    return { uploads, locked };
  },
}));
vi.mock("@/parts/uploading/kept-pictures", () => ({ useKeptPictures: calls.sendPictures }));
vi.mock("./upload-state", () => ({
  uploadState: (upload: Upload, { live: own, wasSentHere, isLocked }: Record<string, unknown>) => ({
    title: [own && "live", wasSentHere && "sent here", isLocked && "locked"].filter(Boolean).join(", "),
    tone: upload.status === "waiting" ? "busy" : "ok",
  }),
}));
vi.mock("./upload-row", () => ({
  UploadRow: ({ upload, live: own, state }: { upload: Upload; live: unknown; state: { title: string } }) => (
    <tr data-testid="row">
      <td>{`${upload.id} ${upload.title}${own ? " (here)" : ""}: ${state.title}`}</td>
    </tr>
  ),
}));

const upload = (id: string, more: object = {}) => ({ id, title: `T${id}`, status: "ready", ...more });
const rows = () => screen.queryAllByTestId("row").map(({ textContent }) => textContent);
const hint = () => screen.getByText(/on (its|their) way\.|^Files you sent/).textContent;

async function open(...items: object[]): Promise<void> {
  calls.list.mockImplementation(async () => ({ items }));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <UploadsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByRole("status", { name: /^Loading/ })).toBeNull());
}

beforeEach(() => {
  live.clear();
  sent.clear();
  locked = undefined;
  calls.list.mockReset();
});
afterEach(cleanup);

test("S6.adm.11 each upload is listed once, and uploads without a title (images) are not listed", async () => {
  await open(upload("a"), upload("b", { title: undefined }), upload("a", { title: "newer" }), upload("c"));
  expect(rows()).toEqual(["a newer: ", "c Tc: "]);
  expect(calls.sendPictures).toHaveBeenLastCalledWith(undefined);
  expect(screen.getByRole("columnheader", { name: "Title" })).toBeDefined();
});

test("S6.adm.11 each row shows whether this tab or another one sends its file", async () => {
  live.set("a", {});
  sent.add("b");
  locked = new Set(["c"]);
  await open(upload("a"), upload("b"), upload("c"), upload("d"));
  expect(rows()).toEqual(["a Ta (here): live", "b Tb: sent here", "c Tc: locked", "d Td: "]);
});

test.each([
  [0, "Files you sent in the last 30 days. Rejected, interrupted and unpublished files are kept for one day."],
  [1, "1 on its way."],
  [2, "2 on their way."],
])("S6.adm.11 with %s unfinished uploads the page says: %s", async (count, text) => {
  const waiting = Array.from({ length: count }, (_, at) => upload(`w${at}`, { status: "waiting" }));
  await open(...waiting, upload("r"));
  expect(hint()).toBe(text);
});

test("S6.adm.11 without uploads, the page explains where to upload files", async () => {
  await open(upload("a", { title: undefined }));
  expect(screen.getByText("No recent uploads")).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
});

test("S6.adm.11 the empty state is not shown while further pages may contain uploads", async () => {
  calls.list.mockResolvedValue({ items: [], nextCursor: "more" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <UploadsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("button", { name: "Show more" })).toBeDefined();
  expect(screen.queryByText("No recent uploads")).toBeNull();
});

test("S6.adm.11 the list is refetched when another tab stops sending", async () => {
  await open(upload("a"));
  calls.list.mockResolvedValue({ items: [upload("a", { title: "done" })] });
  act(() => calls.released?.());
  await waitFor(() => expect(rows()).toEqual(["a done: "]));
});
