import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Badge, CourseBadge, CourseDot } from "./badge";
import { LoadError } from "./load-error";

afterEach(cleanup);

const names = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

test.each(["page", "banner", "line"] as const)("an error as %s interrupts, and Retry asks again", (variant) => {
  const onRetry = vi.fn();
  render(
    <LoadError variant={variant} error={undefined} onRetry={onRetry}>
      Could not load it.
    </LoadError>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Could not load it.");
  expect(names()).toEqual(["Retry"]);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry.mock.calls).toEqual([[]]);
});

test.each(["page", "banner", "line"] as const)("an error as %s that cannot be retried has no button", (variant) => {
  render(
    <LoadError variant={variant} error={undefined}>
      Could not load it.
    </LoadError>,
  );
  expect(names()).toEqual([]);
});

test.each(["page", "line"] as const)("an error as %s need not interrupt", (variant) => {
  render(
    <LoadError variant={variant} error={undefined} role="status">
      Could not load it.
    </LoadError>,
  );
  expect(screen.getByRole("status").textContent).toContain("Could not load it.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an error of a page has a heading, and its reason below", () => {
  render(
    <LoadError variant="page" error={undefined} body="You are offline.">
      Could not load it
    </LoadError>,
  );
  expect(screen.getByRole("heading", { name: "Could not load it" }).nextElementSibling?.textContent).toBe(
    "You are offline.",
  );
});

test("a banner can be closed, beside another attempt", () => {
  const onClose = vi.fn();
  render(
    <LoadError variant="banner" error={undefined} onRetry={vi.fn()} onClose={onClose}>
      Could not load it.
    </LoadError>,
  );
  expect(names()).toEqual(["Retry", "Close"]);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a badge shows its kind unless it is plain", () => {
  const { container, rerender } = render(<Badge>New</Badge>);
  expect(container.innerHTML).toBe('<span class="badge">New</span>');
  rerender(
    <Badge kind="warn" icon={<i />}>
      Old
    </Badge>,
  );
  expect(container.innerHTML).toBe('<span class="badge warn"><i></i>Old</span>');
});

test("the badge and the square of a course have the colour of its subject", () => {
  const { container } = render(
    <>
      <CourseBadge code="CS246" />
      <CourseDot code="CS246" />
    </>,
  );
  const [badge, dot] = container.children;
  expect(badge?.textContent).toBe("CS 246");
  expect(dot?.getAttribute("aria-hidden")).toBe("true");
  const tone = /tone-\S+/.exec(badge?.className ?? "")?.[0];
  expect([tone?.length, dot?.className]).toEqual([expect.any(Number), `course-dot ${tone}`]);
});
