import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Avatar } from "./avatar";

afterEach(cleanup);

test("S9.c.12 without a photo, or with a broken one, shows the first letter or an icon", () => {
  const { container, rerender } = render(<Avatar src="/api/photos/x" name="amara" />);
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/api/photos/x");
  fireEvent.error(container.querySelector("img") as HTMLImageElement);
  expect(container.textContent).toBe("A");
  rerender(<Avatar src="/api/photos/y" name="amara" />);
  expect(container.querySelector("img")).not.toBeNull();
  rerender(<Avatar />);
  expect(container.querySelector("svg")).not.toBeNull();
  expect(container.textContent).toBe("👤");
});
