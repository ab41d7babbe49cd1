import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createForm } from "../../factories/index.ts";
import { readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("the script of the public form has at most 6,535 bytes", async () => {
  const { slug } = await createForm();
  const { src = "" } = readAttributes((await site.send(`/optin/${slug}`)).text, "script", { type: "module" });
  const { status, text } = await site.send(src);
  expect([status, text.includes("submissionKey")]).toEqual([200, true]);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_535);
});

test.each([
  ["/embed.js", 3.6],
  ["/click.js", 2.6],
])("%s is a small file that other sites may load", async (path, limit) => {
  const { status, text, headers } = await site.send(path);
  expect([status, headers.get("cross-origin-resource-policy"), headers.get("cache-control")]).toEqual([
    200,
    "cross-origin",
    "public, max-age=3600",
  ]);
  // As a module it is loaded like other sites' data.
  expect(headers.get("access-control-allow-origin")).toBe("*");
  // They are built for ES2020, which changes their syntax only.
  expect(text).not.toMatch(/\.(?:replaceAll|at|findLast|hasOwn|any|toSorted|toReversed|groupBy)\(/);
  expect(brotliCompressSync(text).length).toBeLessThanOrEqual(limit * 1024);
});
