import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { UploadPanel } from "./upload-panel";

afterEach(cleanup);

function show(isBusy = false) {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <UploadPanel title="Upload PDF Note" isBusy={isBusy} onSubmit={onSubmit} fields={<button type="submit">Go</button>}>
      <p>Files</p>
    </UploadPanel>,
  );
  return onSubmit;
}
const opener = () => screen.getByRole("button", { name: "Upload PDF Note" });

test("S4.up.1 the form is opened and closed by a button that labels it", () => {
  const onSubmit = show();
  expect(opener().getAttribute("aria-expanded")).toBe("false");
  const form = document.getElementById(opener().getAttribute("aria-controls") ?? "");
  expect(form?.textContent).toContain("Files");
  fireEvent.click(opener());
  expect(opener().getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("region", { name: "Upload PDF Note" }).dataset.open).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  expect(onSubmit).toHaveBeenCalledOnce();
  fireEvent.click(opener());
  expect(opener().getAttribute("aria-expanded")).toBe("false");
});

test("S4.up.1 the form is open while uploads are running", () => {
  show(true);
  expect(opener().getAttribute("aria-expanded")).toBe("true");
});
