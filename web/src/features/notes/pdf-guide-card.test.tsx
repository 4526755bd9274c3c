import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PdfGuideCard, type PdfGuideCardProps } from "./pdf-guide-card";

afterEach(cleanup);

const guide: PdfGuideCardProps = {
  code: "CS246",
  title: "Observers",
  description: "With two worked examples.",
  saveState: "idle",
  onAdd: () => undefined,
};

describe("guide card with a PDF", () => {
  it("S2.notes.10 S6.adm.4 links to the PDF in a new tab and hides Delete until the flag is set", () => {
    const onDelete = vi.fn();
    const { rerender } = render(<PdfGuideCard {...guide} pdfUrl="/api/notes/1/file" onDelete={onDelete} />);
    const link = screen.getByRole("link", { name: "Download PDF" });
    expect(link.getAttribute("href")).toBe("/api/notes/1/file");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    rerender(<PdfGuideCard {...guide} pdfUrl="/api/notes/1/file" canDelete onDelete={onDelete} />);
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(onDelete).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "Add to My Notes" })).toBeNull();
  });

  it("S2.notes.11 without a PDF goes from Add over Adding... to Added, which cannot be pressed", () => {
    const onAdd = vi.fn();
    const { rerender } = render(<PdfGuideCard {...guide} onAdd={onAdd} />);
    fireEvent.click(screen.getByRole("button", { name: "Add to My Notes" }));
    expect(onAdd).toHaveBeenCalledOnce();
    rerender(<PdfGuideCard {...guide} onAdd={onAdd} saveState="adding" />);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Adding..." }).disabled).toBe(true);
    rerender(<PdfGuideCard {...guide} onAdd={onAdd} saveState="added" />);
    const added = screen.getByRole<HTMLButtonElement>("button", { name: "Added to My Notes" });
    expect(added.disabled).toBe(true);
    expect(screen.queryByRole("link", { name: "Download PDF" })).toBeNull();
  });
});
