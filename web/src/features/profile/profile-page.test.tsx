import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProfilePage } from "./profile-page";

const profile = vi.hoisted(() => vi.fn());
vi.mock("@/data/me/me", () => ({ myProfileQuery: { queryKey: ["me"], queryFn: profile } }));
vi.mock("./profile-form", () => ({ ProfileForm: ({ me }: { me: { name: string } }) => <p>Form of {me.name}</p> }));
vi.mock("./followed-courses", () => ({ FollowedCourses: () => null }));
vi.mock("./privacy", () => ({ PrivacySettings: ({ me }: { me: { name: string } }) => <p>Privacy of {me.name}</p> }));

beforeEach(() => void profile.mockReset().mockResolvedValue({ uid: "u1", name: "Amara" }));
afterEach(cleanup);

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ProfilePage />
    </QueryClientProvider>,
  );

test("the page has its title, and shows the settings when the profile has loaded", async () => {
  show();
  expect(document.title).toBe("My Account · Note Ninja");
  expect(screen.getByRole("heading", { level: 1, name: "Set Profile (optional)" })).toBeDefined();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(await screen.findByText("Form of Amara")).toBeDefined();
  expect(screen.getByText("Privacy of Amara")).toBeDefined();
  expect(screen.queryByRole("status", { name: "Loading..." })).toBeNull();
});

test("S8.pr.1 a profile that cannot be loaded shows an error and a retry", async () => {
  profile.mockRejectedValueOnce(new Error("No answer."));
  show();
  expect(await screen.findByText(/Failed to load profile data/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Form of Amara")).toBeDefined();
});
