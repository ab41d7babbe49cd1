import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { connectPlatform, createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

/** It speaks no TLS, and its clock has stood still. */
const server = createServer((_request, response) => {
  response.setHeader("date", "Fri, 20 Nov 2020 00:53:20 GMT").end("{}");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

const site = serveSite({
  META_GRAPH_URL: "http://nobody.invalid",
  TIKTOK_API_URL: `https://${host}`,
  SNAPCHAT_API_URL: `http://${host}`,
  NODE_OPTIONS: `--import ${new URL("../../support/no-invalid-names.mjs", import.meta.url).href}`,
});

/** The page after a check. */
async function check(adPlatform: "meta" | "tiktok" | "snapchat") {
  const owner = await createOwner();
  const { id } = await connectPlatform(owner, adPlatform);
  const { cookie } = await signInAs(owner);
  const form = { intent: "check", connectionId: id };
  const headers = { "sec-fetch-site": "same-origin" };
  const { text } = await site.send(`/dashboard/integrations/${adPlatform}`, { form, cookie, headers });
  return text.replaceAll("<!-- -->", "");
}

const isWrong = (part: string) => `<b>${part}</b><span class="visually-hidden">, wrong`;

test("a name that cannot be looked up is the fault of DNS, and nothing after it is judged", async () => {
  const text = await check("meta");
  expect(text).toContain(isWrong("DNS"));
  expect(text).toContain("The server cannot look up nobody.invalid. Check its name servers");
  for (const part of ["TLS", "Token", "Permission", "Pixel", "Clock"])
    expect(text).not.toContain(isWrong(part));
});

test("a way without the certificate is the fault of TLS", async () => {
  const text = await check("tiktok");
  expect(text).toContain(isWrong("TLS"));
  expect(text).toContain("The certificate of 127.0.0.1 is not trusted.");
});

test("a clock that is days apart from the platform's is named", async () => {
  const text = await check("snapchat");
  expect(text).toContain(isWrong("Clock"));
  expect(text).toContain("clock is wrong. Switch on its time synchronization (NTP).");
});
