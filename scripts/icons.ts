import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import * as icons from "#app/components/ui/icons.ts";

const { resolve } = createRequire(import.meta.url);
const OUT = new URL("../app/components/ui/icons.svg", import.meta.url);

/** One file with each icon in use as a symbol. */
export async function drawIcons(): Promise<string> {
  const symbols = await Promise.all(
    Object.values(icons)
      .toSorted()
      .map(async (name) => {
        const drawing = await readFile(resolve(`@phosphor-icons/core/assets/regular/${name}.svg`), "utf8");
        const shapes = /^<svg [^>]*>(.*)<\/svg>\s*$/s.exec(drawing)?.[1];
        return `<symbol id="${name}" viewBox="0 0 256 256">${shapes}</symbol>`;
      }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(OUT, await drawIcons());
