import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CardPicture } from "./card-picture";

const read = vi.hoisted(() => vi.fn());
vi.mock("@/data/cards/personal-cards", () => ({
  isPersonalCardImage: (url: string) => url.startsWith("/own"),
  personalCardImageQuery: (url: string) => ({ queryKey: [url], queryFn: () => read(url), retry: false }),
}));

const revoked = vi.fn();
beforeEach(() => {
  read.mockReset();
  revoked.mockReset();
  URL.createObjectURL = vi.fn(() => "blob:made");
  URL.revokeObjectURL = revoked;
});
afterEach(cleanup);

const image = (url: string, alt = "A heap") => ({ url, alt, width: 40, height: 30 });
const show = (url: string, more: { isLazy?: boolean; alt?: string } = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CardPicture image={image(url, more.alt)} {...(more.isLazy !== undefined && { isLazy: more.isLazy })} />
    </QueryClientProvider>,
  );
const picture = () => screen.getByRole<HTMLImageElement>("img", { name: "A heap" });

test.each([
  [undefined, "eager"],
  [true, "lazy"],
])("a published picture is loaded by the browser (late: %s), with its size", (isLazy, loading) => {
  show("/pictures/1", { ...(isLazy && { isLazy }) });
  expect(["src", "width", "height", "loading"].map((name) => picture().getAttribute(name))).toEqual([
    "/pictures/1",
    "40",
    "30",
    loading,
  ]);
  expect(read).not.toHaveBeenCalled();
});

test("S4.own.1 a student's own picture is fetched, and a placeholder keeps its place meanwhile", async () => {
  let arrive = () => {};
  read.mockReturnValue(new Promise((resolve) => (arrive = () => resolve(new Uint8Array([1])))));
  const { unmount } = show("/own/1");
  expect(picture().getAttribute("viewBox")).toBe("0 0 40 30");
  arrive();
  await vi.waitFor(() => expect(picture().getAttribute("src")).toBe("blob:made"));
  expect([picture().width, picture().height]).toEqual([40, 30]);
  expect(vi.mocked(URL.createObjectURL).mock.calls[0]?.[0]).toMatchObject({ type: "image/jpeg", size: 1 });
  expect(revoked).not.toHaveBeenCalled();
  unmount();
  expect(revoked.mock.calls).toEqual([["blob:made"]]);
});

test.each([
  ["A heap", "The picture could not be loaded. It shows: A heap. Try again"],
  ["", "The picture could not be loaded. Try again"],
])("S4.own.1 if a picture of %j cannot be fetched, an error with a retry button is shown", async (alt, text) => {
  read.mockRejectedValueOnce(new Error("No network.")).mockResolvedValueOnce(new Uint8Array([1]));
  show("/own/1", { alt });
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(again.parentElement?.textContent).toBe(text);
  fireEvent.click(again);
  await vi.waitFor(() => expect(document.querySelector("img")?.getAttribute("src")).toBe("blob:made"));
});
