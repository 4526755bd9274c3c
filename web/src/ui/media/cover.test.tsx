import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Cover } from "./cover";

afterEach(cleanup);

test("S7.fs.3 a course image that fails to load is replaced by the drawing, and a new one is tried", () => {
  const { container, rerender } = render(<Cover code="CS246" imageUrl="/pictures/a.jpg" />);
  const picture = () => container.querySelector("img");
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()).toBeNull();
  expect(container.querySelector("svg path")).not.toBeNull();
  rerender(<Cover code="CS246" imageUrl="/pictures/b.jpg" />);
  expect(picture()?.getAttribute("src")).toBe("/pictures/b.jpg");
});
