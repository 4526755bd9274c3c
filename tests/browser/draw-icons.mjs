// Draws the icons of the installed app from web/public/icon.svg: `node draw-icons.mjs`, with the browser that `cargo
// xtask browser` names in NOTE_NINJA_CHROME. Commit the results.

import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const folder = new URL("../../web/public/", import.meta.url);
const icon = await readFile(new URL("icon.svg", folder), "utf8");
/**
 * Maskable icon. Systems may crop it to a circle of four fifths of its width, so the background fills the image and the
 * symbol is smaller.
 */
const maskable = icon
  .replace(/viewBox="[^"]+"/, 'viewBox="-4 -4 40 40"')
  .replace(/<rect[^>]+\/>/, '<rect x="-4" y="-4" width="40" height="40" fill="#0b1f23"/>');

const browser = await chromium.launch({ executablePath: process.env.NOTE_NINJA_CHROME });
for (const [name, drawing, size] of [
  ["icon-192.png", icon, 192],
  ["icon-512.png", icon, 512],
  ["icon-maskable-512.png", maskable, 512],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`);
  await page.screenshot({ path: new URL(name, folder).pathname, omitBackground: true });
  await page.close();
}
await browser.close();
