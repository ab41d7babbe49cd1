import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import wawoff2 from "wawoff2";
import { toImagePath } from "../app/lib/site/image-path.ts";
import { type SitePage, sitePages } from "../app/lib/site/pages.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 96;
const INK = "#f1eee8";
const FONT = "@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2";

/** The brand's mark on the dark ground, with the line that turns from claimed to proven. */
const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <linearGradient id="line"><stop stop-color="#e0a878"/><stop offset=".8" stop-color="#5fc9bb"/></linearGradient>
  <rect width="100%" height="100%" fill="#12100d"/>
  <g transform="translate(${MARGIN} 84) scale(3)" fill="none">
    <path d="M9.5 1h13L31 9.5v13L22.5 31h-13L1 22.5v-13z" fill="#5fc9bb"/>
    <path d="M7.2 25 16 6.6 24.8 25" stroke="#12100d" stroke-width="2.8"/>
    <path d="m11.9 18.4 3.5 3.5 6.1-6.3" stroke="#12100d" stroke-width="2.6"/>
  </g>
  <rect x="${MARGIN}" y="536" width="${WIDTH - 2 * MARGIN}" height="4" fill="url(#line)"/>
</svg>`;

/** Draws each page's title on an image for social networks. */
export async function writeSocialImages(directory: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "attesto-font-"));
  try {
    // Text is set from TrueType only.
    const fontfile = path.join(folder, "archivo.ttf");
    const woff2 = readFileSync(createRequire(import.meta.url).resolve(FONT));
    writeFileSync(fontfile, await wawoff2.decompress(woff2));
    await Promise.all(Object.values(sitePages).map((page) => writeImage(directory, page, fontfile)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeImage(directory: string, page: SitePage, fontfile: string): Promise<void> {
  const file = path.join(directory, toImagePath(page));
  await mkdir(path.dirname(file), { recursive: true });
  const text = `<span foreground="${INK}" weight="640">${page.title}</span>`;
  const title = await sharp({
    text: {
      text,
      font: "Archivo SemiBold, 84",
      fontfile,
      width: WIDTH - 2 * MARGIN,
      rgba: true,
      dpi: 72,
      wrap: "word",
    },
  })
    .png()
    .toBuffer();
  await sharp(Buffer.from(ground))
    .composite([{ input: title, left: MARGIN, top: 236 }])
    .png()
    .toFile(file);
}
