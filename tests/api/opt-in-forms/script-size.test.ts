import { expect, test } from "vitest";
import { createForm } from "../../factories/index.ts";
import { readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("the script of the public form has at most 6.6 KB", async () => {
  const { slug } = await createForm();
  const { src = "" } = readAttributes((await site.send(`/optin/${slug}`)).text, "script", { type: "module" });
  const { status, text } = await site.send(src);
  expect([status, text.includes("submissionKey")]).toEqual([200, true]);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6.6 * 1024);
});
