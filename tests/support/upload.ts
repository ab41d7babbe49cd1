import type { Send } from "./client.ts";

/** A file as a browser's form sends it. */
export function createUpload(field: string, file: Uint8Array, fields: Record<string, string> = {}): Send {
  const boundary = "----attesto-test";
  const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`);
  const start = `${texts.join("")}${head(`name="${field}"; filename="logo.png"`)}Content-Type: image/png\r\n\r\n`;
  return {
    method: "POST",
    body: new Uint8Array(Buffer.concat([Buffer.from(start), file, Buffer.from(`\r\n--${boundary}--\r\n`)])),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** A whole PNG file. */
export const ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
