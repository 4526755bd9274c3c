import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Me } from "@/api/models";
import { PrivacySettings } from "./privacy";

vi.mock("@/session/session", () => import("@/api/testing"));

afterEach(cleanup);

test.each([
  [true, "Anyone can see on your profile which courses your saved notes are from."],
  [false, "Only you can see which courses your saved notes are from."],
])("the text explains who sees the student's courses (showsCourses: %s)", (showsCourses, hint) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PrivacySettings me={{ uid: "u1", showsCourses } as Me} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("switch", { name: "Show my courses", checked: showsCourses })).toBeDefined();
  expect(screen.getByText(hint)).toBeDefined();
});
