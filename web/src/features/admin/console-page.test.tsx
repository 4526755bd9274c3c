import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ConsolePage, FilterSelect, SearchInput } from "./console-page";

afterEach(cleanup);

test("a page of the console sets the title of the window and of its region, and is marked as busy while it loads", () => {
  const { rerender } = render(
    <ConsolePage title="Uploads" isBusy>
      <p>Rows</p>
    </ConsolePage>,
  );
  expect(document.title).toBe("Uploads · Console · Note Ninja");
  const region = screen.getByRole("region", { name: "Uploads" });
  expect(region.getAttribute("aria-busy")).toBe("true");
  rerender(<ConsolePage title="Uploads">Rows</ConsolePage>);
  expect(region.hasAttribute("aria-busy")).toBe(false);
});

test("the search box and the filter have names and report what is chosen", () => {
  const [onSearch, onFilter] = [vi.fn(), vi.fn()];
  const options = [
    ["", "All"],
    ["note", "Notes"],
  ] as const;
  render(
    <>
      <SearchInput label="Search the trash" defaultValue="" onChange={onSearch} />
      <FilterSelect label="Kind" value="" options={options} onChange={onFilter} />
    </>,
  );
  const box = screen.getByRole("searchbox", { name: "Search the trash" });
  fireEvent.change(box, { target: { value: "owl" } });
  expect([onSearch.mock.calls, box.getAttribute("autocomplete")]).toEqual([[["owl"]], "off"]);
  const filter = screen.getByRole("combobox", { name: "Kind" });
  expect([...filter.querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual(["All", "Notes"]);
  fireEvent.change(filter, { target: { value: "note" } });
  expect(onFilter).toHaveBeenCalledWith("note");
});
