import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";
import { listStaticFiles } from "./static-files.ts";

const SCRIPT = "console.log('a');".repeat(100);
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "static-"));
  const files: Record<string, string | Buffer> = {
    "assets/app-1a2b.js": SCRIPT,
    "assets/app-1a2b.js.br": brotliCompressSync(SCRIPT),
    "assets/app-1a2b.js.map": "{}",
    "assets/font-1a2b.woff2": "font",
    "favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "with space.txt": "text",
    ".vite/manifest.json": "{}",
    ".env": "SECRET=1",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("listStaticFiles", () => {
  test("listStaticFiles knows what may be asked for, and nothing else", () => {
    expect([...listStaticFiles(directory).keys()].sort()).toEqual([
      "/assets/app-1a2b.js",
      "/assets/font-1a2b.woff2",
      "/favicon.svg",
      "/with space.txt",
    ]);
  });
});

describe("static server", () => {
  const brotli = { headers: { "Accept-Encoding": "gzip, br" } };

  test("the static server keeps assets for a year and serves their compressed twin as what it is", async () => {
    await using site = await startSite({ filesIn: directory });
    const plain = await site.send("/assets/app-1a2b.js");
    expect(plain.text).toBe(SCRIPT);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const small = await site.send("/assets/app-1a2b.js?v=1", brotli);
    expect(small.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": plain.headers["content-type"],
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(plain.headers["content-type"]).toMatch(/javascript; charset=utf-8/i);
    expect(Number(small.headers["content-length"])).toBeLessThan(SCRIPT.length);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
  });

  test("the static server serves the twin's bytes, and the file's to a client that takes no Brotli", async () => {
    await using site = await startSite({ filesIn: directory });
    const small = await site.send("/assets/app-1a2b.js", brotli);
    expect(brotliDecompressSync(small.body).toString()).toBe(SCRIPT);
    for (const encoding of ["identity", "br;q=0"]) {
      const plain = await site.send("/assets/app-1a2b.js", { headers: { "Accept-Encoding": encoding } });
      expect(plain.text).toBe(SCRIPT);
    }
  });

  test("the static server keeps other files for a short time and answers 304 by their ETag", async () => {
    await using site = await startSite({ filesIn: directory });
    const first = await site.send("/favicon.svg");
    expect(first.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=3600",
    });
    const again = await site.send("/favicon.svg", { headers: { "If-None-Match": first.headers.etag ?? "" } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await site.send("/with%20space.txt")).text).toBe("text");
  });

  test.each([
    "/.vite/manifest.json",
    "/.env",
    "/assets/app-1a2b.js.map",
    "/assets/app-1a2b.js.br",
    "/assets/none.js",
    "/assets/..%2f.env",
  ])("the static server does not serve %s", async (name) => {
    await using site = await startSite({ filesIn: directory });
    const response = await site.send(name);
    // What no file answers goes on to Remix, which echoes; below /assets it is a 404 at once.
    if (response.status === 200) expect(JSON.parse(response.text).method).toBe("GET");
    else expect(response.status).toBe(404);
  });
});
