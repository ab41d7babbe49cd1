import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

// Its teardown finds no error in the log.
const site = serveSite();

test.each(["/", "/unauthorized", "/nowhere", "/dashboard/deliveries", "/dashboard/settings"])(
  "a form that is posted to %s, which has none, is a 405 that names what it takes",
  async (path) => {
    const { cookie } = await signInAs(await createOwner());
    const post = { form: { name: "x" }, headers: { origin: site.app.url } };
    for (const answer of [await site.send(path, { ...post, cookie }), await site.send(path, post)]) {
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  },
);

test.each(["/", "/api/auth/me"])(
  "headers that are too large for %s are a 431 with its reason",
  async (path) => {
    const { status, headers, json } = await site.send(path, { headers: { "x-large": "x".repeat(20_000) } });
    expect(status).toBe(431);
    expect(json).toEqual({
      error: "The headers of this request are too large. Deleting this site's cookies may help.",
      code: "headers_too_large",
      requestId: headers.get("x-request-id"),
    });
    expect(headers.get("cache-control")).toBe("no-store");
  },
);

test.each([
  ["/api/auth/login", "application/json"],
  ["/login", "application/x-www-form-urlencoded"],
])("a body without a length that is far too large for %s is refused with a response", async (path, type) => {
  const { hostname, port } = new URL(site.app.url);
  const call = request({
    hostname,
    port,
    path,
    method: "POST",
    headers: { "content-type": type, origin: site.app.url },
  });
  // Once it has its response, nobody reads the rest of what it sends.
  call.on("error", () => undefined);
  for (let megabytes = 0; megabytes < 8; megabytes++) call.write("x".repeat(1024 * 1024));
  call.end();
  const [response] = (await once(call, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  response.resume();
});
