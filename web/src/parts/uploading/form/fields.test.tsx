import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PictureField } from "./picture-field";
import { SubjectField } from "./subject-field";

const hits = Array.from({ length: 9 }, (_, place) => ({ code: `CS24${place}`, title: `Course ${place}` }));
vi.mock("@/core/search/queries", () => ({ useSearch: () => ({ data: { hits } }) }));
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({}) }));

afterEach(cleanup);

test("the subject field suggests at most six matching courses", () => {
  const { container } = render(<SubjectField value="cs" onChange={() => undefined} />);
  const options = [...container.querySelectorAll("option")].map((option) => `${option.value}: ${option.textContent}`);
  expect(options).toEqual([0, 1, 2, 3, 4, 5].map((place) => `CS 24${place}: Course ${place}`));
});

test.each([
  [undefined, "Choose a picture"],
  ["/now.jpg", "Choose another picture"],
])("with the current image %s, the button shows: %s", (current, says) => {
  render(<PictureField picture={undefined} current={current} disabled={false} onPicture={() => undefined} />);
  expect(screen.getByText(says)).toBeDefined();
});
