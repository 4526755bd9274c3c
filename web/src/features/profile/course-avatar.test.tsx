import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { coverArt } from "@/ui/media/cover-art";
import { CourseAvatar } from "./course-avatar";
import { coursePlaceholder } from "./placeholders";

const drawn = (code: string) =>
  render(<CourseAvatar code={code} />)
    .container.querySelector("path")
    ?.getAttribute("d");

test("S2.pub.2 S9.c.12 a course is shown as a round image: the drawing of its subject, or else a placeholder", () => {
  expect(drawn("CS246")).toBe(coverArt("CS246"));
  for (const code of ["HIST103", "ECON101", "PSYCH101", "BIOL130", "ENGL109", "SPAN101"]) {
    expect(drawn(code)).toBe(coursePlaceholder(code).d);
  }
  const { container } = render(<CourseAvatar code="HIST103" />);
  expect(container.querySelector(".profile-avatar")).not.toBeNull();
});
