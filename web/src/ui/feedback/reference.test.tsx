import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LoadError } from "./load-error";
import { RequestIdCopy } from "./reference";

const failure = (traceId: string | undefined, status = 500) =>
  Object.assign(new Error("It failed."), { status, traceId });

const writeText = vi.fn<(text: string) => Promise<void>>();
Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });

afterEach(() => {
  cleanup();
  writeText.mockReset();
});

test("an error reference is shown with an instruction and can be copied", async () => {
  writeText.mockResolvedValue();
  render(<RequestIdCopy error={failure("abc123")} />);
  expect(screen.getByText("If it keeps happening, report it with this reference.", { exact: false })).toBeDefined();
  expect(screen.getByText("abc123").parentElement?.textContent).toBe("Reference: abc123");
  fireEvent.click(screen.getByRole("button", { name: "Copy reference" }));
  expect((await screen.findByRole("button", { name: "Copied" })).textContent).toBe("Copied");
  expect(writeText).toHaveBeenCalledWith("abc123");
});

test("the first error reference and the focus are kept until the failure ends", async () => {
  writeText.mockResolvedValue();
  const { rerender } = render(<RequestIdCopy error={failure("abc123")} />);
  const button = screen.getByRole("button", { name: "Copy reference" });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole("button", { name: "Copied" });
  rerender(<RequestIdCopy error={failure("def456")} />);
  expect(screen.getByText("abc123")).toBeDefined();
  expect(document.activeElement).toBe(button);
  rerender(<RequestIdCopy error={null} />);
  rerender(<RequestIdCopy error={failure("def456")} />);
  expect(screen.getByText("def456")).toBeDefined();
  expect(screen.getByRole("button").textContent).toBe("Copy");
});

test("an error reference is selected if the clipboard is not available", async () => {
  writeText.mockRejectedValue(new Error("denied"));
  render(<RequestIdCopy error={failure("abc123")} />);
  fireEvent.click(screen.getByRole("button", { name: "Copy reference" }));
  await vi.waitFor(() => expect(getSelection()?.toString()).toBe("abc123"));
  expect(screen.getByRole("button").textContent).toBe("Copy");
});

test.each([
  ["the caller's mistake", failure("abc123", 409)],
  ["a server failure without a request id", failure(undefined)],
  ["a missing response", failure(undefined, 0)],
  ["an error of the page", new Error("It failed.")],
  ["no error", null],
])("no error reference is shown for %s", (_kind, error) => {
  expect(render(<RequestIdCopy error={error} />).container.textContent).toBe("");
});

test.each(["page", "banner", "line"] as const)("LoadError as %s shows the error reference next to its text", (as) => {
  const { rerender } = render(
    <LoadError variant={as} error={failure("abc123")} onRetry={() => undefined}>
      Could not load
    </LoadError>,
  );
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Reference: abc123");
  expect(screen.getByText("Could not load").textContent).toBe("Could not load");
  expect(screen.getByRole("button", { name: "Copy reference" })).toBeDefined();
  rerender(
    <LoadError variant={as} error={failure("abc123", 404)} onRetry={() => undefined}>
      Could not load
    </LoadError>,
  );
  expect(screen.getByRole("alert").textContent).not.toContain("abc123");
});
