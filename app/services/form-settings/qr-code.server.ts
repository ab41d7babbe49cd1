import sharp from "sharp";
import { encode } from "uqr";

const SCALE = 16;
const BORDER = 4;

/** With the border of four modules that readers need, and medium error correction. */
const createMatrix = (text: string) => encode(text, { ecc: "M", border: BORDER }).data;

/** The code as pixels, a square of the same size for each of its modules. */
export function qrPng(text: string): Promise<Buffer> {
  const modules = createMatrix(text);
  const side = modules.length * SCALE;
  const pixels = Buffer.alloc(side * side, 255);
  for (const [row, cells] of modules.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark)
        for (let y = row * SCALE; y < (row + 1) * SCALE; y++)
          pixels.fill(0, y * side + column * SCALE, y * side + (column + 1) * SCALE);
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

export type QrPath = { side: number; path: string };

/** The code as one path over a square of `side` units. */
export function qrPath(text: string): QrPath {
  const modules = createMatrix(text);
  const path = modules
    .flatMap((cells, row) => cells.flatMap((isDark, column) => (isDark ? [`M${column} ${row}h1v1h-1z`] : [])))
    .join("");
  return { side: modules.length, path };
}

/** The code as a file that is sharp at any size. */
export function qrSvg(text: string): string {
  const { side, path } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>\n`;
}
