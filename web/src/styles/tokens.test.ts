// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as limits from "@/core/limits";

/** Style sheets cannot import the limits, so they repeat them. The tests compare both. */

const styles = (name: string) => readFileSync(join(process.cwd(), "src", name), "utf8");
const tokens = styles("styles/tokens.css");
const cards = styles("styles/cards.css");

/** Returns a length of the tokens, in rem. */
const rem = (name: string) => Number(new RegExp(`\\n\\s*--${name}: ([\\d.]+)rem`).exec(tokens)?.[1]);
/** Returns the maximum number of columns of a grid. */
const columns = (grid: string) =>
  Math.max(
    ...[...cards.matchAll(new RegExp(`\\${grid} \\{[^}]*?grid-template-columns: repeat\\((\\d+)`, "g"))].map((found) =>
      Number(found[1]),
    ),
  );

describe("styles and limits", () => {
  it("S9.c.8 agree on sidebar, list of matches, guide card and lines of description", () => {
    expect(rem("sidebar-w") * 16).toBe(limits.SIDEBAR_WIDTH_PX);
    expect(rem("dropdown-max")).toBe(limits.DROPDOWN_MAX_HEIGHT_REM);
    expect([rem("guide-w"), rem("guide-h")]).toEqual([limits.GUIDE_CARD_WIDTH_REM, limits.GUIDE_CARD_HEIGHT_REM]);
    const clamp = /\.truncate-2 \{[^}]*-webkit-line-clamp: (\d+)/.exec(styles("styles/base.css"));
    expect(Number(clamp?.[1])).toBe(limits.DESCRIPTION_CLAMP_LINES);
  });

  it("S9.c.9 agree on the number of columns", () => {
    expect(columns(".guides.four")).toBe(limits.DASHBOARD_COLUMNS);
    expect(columns(".guides.three")).toBe(limits.BROWSE_COLUMNS);
    expect(columns(".modes")).toBe(limits.DASHBOARD_MODE_TILES);
  });

  it("S9.c.10 agree on the breakpoint for phones", () => {
    const theme = styles("styles/theme.css");
    const breakpoint = (name: string) => Number(new RegExp(`--breakpoint-${name}: (\\d+)px`).exec(theme)?.[1]);
    expect(breakpoint("sm")).toBe(limits.COMPACT_PLAYER_MAX_WIDTH_PX + 1);
    expect(breakpoint("md")).toBe(limits.BOTTOM_BAR_MAX_WIDTH_PX + 1);
    for (const name of ["styles/shell.css", "features/player/player.css"]) {
      const widths = [...styles(name).matchAll(/\((min|max)-width: (\d+)px\)/g)].map(
        ([, side, px]) => Number(px) - (side === "min" ? 1 : 0),
      );
      expect(widths).toContain(limits.BOTTOM_BAR_MAX_WIDTH_PX);
      expect(widths).toContain(limits.COMPACT_PLAYER_MAX_WIDTH_PX);
    }
  });

  it("S9.c.6 agree on the fade-in of My Notes", () => {
    const fade = /animation: my-notes-in ([\d.]+)s/.exec(styles("features/my-notes/my-notes.css"));
    expect(Number(fade?.[1]) * 1000).toBe(limits.FADE_IN_MS);
  });
});
