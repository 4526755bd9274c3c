import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { EditCardPage } from "./edit-card-page";
import { type ChosenPicture, PictureField } from "./picture-field";
import { Preview } from "./preview";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const editor = vi.hoisted(() => vi.fn());
vi.mock("./card-editor", () => ({
  CardEditor: (props: { onDone: () => void; onCancel: () => void }) => {
    editor(props);
    return (
      <>
        <button type="button" onClick={props.onDone}>
          Save
        </button>
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
      </>
    );
  },
}));
const validate = vi.hoisted(() => vi.fn());
vi.mock("@/core/validation", () => ({ validateWithRules: validate }));

const chapter = {
  chapter: { id: "k1", number: 4, title: "Trees", version: 1 },
  cards: [
    { id: "c1", title: "Q1", content: "A1", order: 1 },
    { id: "c2", title: "Q2", content: "A2", order: 2 },
  ],
};

beforeEach(() => {
  server.reset();
  editor.mockReset();
  validate.mockReset().mockResolvedValue([]);
});
afterEach(cleanup);

function show(cardId?: string) {
  const element = <EditCardPage code="CS246" chapterId="k1" cardId={cardId} />;
  const routes = [
    { path: "/edit", element },
    { path: "*", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/edit"] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("S2.route.23 a card is edited in its chapter, and saving leads back to it", async () => {
  server.answer = () => chapter;
  const router = show("c2");
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  await screen.findByText("Trees");
  expect(server.requests).toEqual([["GET /api/courses/CS246/chapters/k1"]]);
  expect(screen.getByRole("heading", { name: "Edit Study Card" })).toBeDefined();
  expect(document.title).toContain("Edit Study Card");
  expect(editor.mock.lastCall?.[0]).toMatchObject({
    place: "k1:c2",
    card: { id: "c2", title: "Q2", content: "A2", chapterId: undefined },
    total: 2,
    addLabel: "Add Study Card",
  });
  await press("Save");
  expect(router.state.location.pathname).toBe("/guide/CS246/chapter/k1");
});

test("a new card has no text, and cancelling leads back", async () => {
  server.answer = () => chapter;
  const router = show();
  await screen.findByText("Trees");
  expect(screen.getByRole("heading", { name: "Add Study Card" })).toBeDefined();
  expect(editor.mock.lastCall?.[0]).toMatchObject({ place: "k1:new", card: undefined });
  await press("Cancel");
  expect(router.state.location.pathname).toBe("/guide/CS246/chapter/k1");
});

test("the page says that a card or chapter was removed", async () => {
  server.answer = () => chapter;
  show("c9");
  expect(await screen.findByText("This card is gone")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to the chapter" }).getAttribute("href")).toBe(
    "/guide/CS246/chapter/k1",
  );
  expect(editor).not.toHaveBeenCalled();
  cleanup();
  server.reject(notFound());
  show("c1");
  await vi.waitFor(() => expect(screen.queryByRole("heading", { name: "Edit Study Card" })).toBeNull());
  expect(document.body.textContent).toMatch(/chapter/i);
});

test("a chapter that could not be loaded can be retried", async () => {
  server.reject();
  show("c1");
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.queryByRole("status", { name: "Loading..." })).toBeNull();
  server.answer = () => chapter;
  fireEvent.click(retry);
  expect(await screen.findByText("Trees")).toBeDefined();
});

const picture = { url: "/p.jpg", width: 30, height: 20, alt: "Old" };
const preview = (chosen: ChosenPicture, title = "Why?", content = "Because.") =>
  render(<Preview title={title} content={content} picture={chosen} alt="A tree" place={2} total={5} />);
const cards = () => screen.getAllByRole("article", { name: "Card 2 of 5" });
const sides = () => cards().map((card) => card.classList.contains("is-flipped"));

test("the preview shows both sides, and each can be turned", () => {
  preview({ kind: "none" });
  expect(screen.getByRole("region", { name: "Preview" })).toBeDefined();
  expect(sides()).toEqual([false, true]);
  expect(screen.getAllByText("Because.")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: /^Show the answer/ }));
  expect(sides()).toEqual([true, true]);
  fireEvent.click(screen.getAllByRole("button", { name: /^Show the question/ })[1] as HTMLElement);
  expect(sides()).toEqual([true, false]);
  expect(document.querySelector("img")).toBeNull();
});

test("the preview of an empty card names its sides", () => {
  preview({ kind: "none" }, "", "");
  expect(screen.getAllByText("The question").length).toBeGreaterThan(0);
  expect(screen.getAllByText("The answer").length).toBeGreaterThan(0);
});

test.each([
  ["kept", { kind: "kept", picture }, "/p.jpg"],
  ["new", { kind: "new", file: new File([], "t.png"), url: "blob:t", width: 3, height: 2 }, "blob:t"],
] as const)("the preview shows a %s picture with the text that describes it", (_, chosen, url) => {
  preview(chosen as ChosenPicture);
  const image = document.querySelector("img");
  expect([image?.getAttribute("src"), image?.alt]).toEqual([url, "A tree"]);
});

const onPicture = vi.fn();
const file = new File(["x"], "tree.png", { type: "image/png" });

function field(chosen: ChosenPicture) {
  onPicture.mockReset();
  return render(<PictureField picture={chosen} onPicture={onPicture} disabled={false} />);
}
const choose = (files: File[]) =>
  act(async () => void fireEvent.change(document.querySelector("input") as HTMLElement, { target: { files } }));

/** Lets the browser decode images of 30 by 20 pixels, or none. */
function decode(isReadable: boolean) {
  const revoke = vi.fn();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:tree", revokeObjectURL: revoke }));
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      naturalWidth = 30;
      naturalHeight = 20;
      decode = async () => {
        if (!isReadable) throw new Error("unreadable");
      };
    },
  );
  return revoke;
}

test("a picture is chosen with its size, and its object URL is revoked when it is no longer shown", async () => {
  const revoke = decode(true);
  field({ kind: "none" });
  expect(document.querySelector("input")?.accept).toBe("image/jpeg,image/png,image/webp,image/gif");
  await choose([]);
  await choose([file]);
  const chosen = { kind: "new", file, url: "blob:tree", width: 30, height: 20 } as const;
  expect(onPicture.mock.calls).toEqual([[chosen]]);
  cleanup();
  field(chosen);
  expect(screen.getByText("tree.png")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Remove picture" }));
  expect(onPicture.mock.calls).toEqual([[{ kind: "none" }]]);
  expect(revoke).not.toHaveBeenCalled();
  cleanup();
  expect(revoke.mock.calls).toEqual([["blob:tree"]]);
  field({ kind: "kept", picture });
  expect(screen.getByText("Current picture")).toBeDefined();
});

test("a picture that violates the rules or cannot be decoded is not chosen, and the reason is shown", async () => {
  const revoke = decode(false);
  validate.mockResolvedValueOnce([{ message: "Too large." }]);
  field({ kind: "none" });
  await choose([file]);
  expect(screen.getByText("Too large.")).toBeDefined();
  expect(revoke).not.toHaveBeenCalled();
  await choose([file]);
  expect(screen.getByText("This picture cannot be read. Choose another one.")).toBeDefined();
  expect(revoke.mock.calls).toEqual([["blob:tree"]]);
  expect(onPicture).not.toHaveBeenCalled();
  decode(true);
  await choose([file]);
  expect(screen.queryByText(/cannot be read/)).toBeNull();
});
