import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Me } from "@/api/models";
import { CompleteProfileCard } from "./complete-profile-card";

afterEach(cleanup);

const whole = { uid: "u1", faculty: "Mathematics", year: "2", username: "amara" };

test.each(["faculty", "year", "username"] as const)("asks for %s if only this field is missing", (lacking) => {
  const me = { ...whole, [lacking]: undefined } as unknown as Me;
  render(<CompleteProfileCard me={me} />, { wrapper: MemoryRouter });
  expect(screen.getByRole("heading", { name: "Complete your profile" })).toBeDefined();
});

test("asks for nothing if nothing is missing", () => {
  const { container } = render(<CompleteProfileCard me={whole as unknown as Me} />, { wrapper: MemoryRouter });
  expect(container.innerHTML).toBe("");
});
