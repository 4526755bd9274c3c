import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Artwork } from "./artwork";

afterEach(cleanup);

const picture = () => document.querySelector("img");

test("S4.play.12 an image that fails to load is replaced by an icon", () => {
  render(<Artwork subject="CS246" url="/a.jpg" />);
  expect(picture()?.getAttribute("src")).toBe("/a.jpg");
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()).toBeNull();
  expect(screen.getByTestId("artwork-fallback")).toBeDefined();
});

test("tries to load a new image after one that failed", () => {
  const { rerender } = render(<Artwork subject="CS246" url="/a.jpg" />);
  fireEvent.error(picture() as HTMLImageElement);
  rerender(<Artwork subject="CS246" url="/b.jpg" />);
  expect(picture()?.getAttribute("src")).toBe("/b.jpg");
});

test("draws the generated cover without an image", () => {
  render(<Artwork subject="CS246" url={null} />);
  expect(picture()).toBeNull();
  expect(screen.queryByTestId("artwork-fallback")).toBeNull();
  expect(document.querySelector("svg path")).not.toBeNull();
});
