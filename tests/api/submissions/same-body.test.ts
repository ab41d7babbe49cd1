import { expect, test } from "vitest";
import { createForm, optInBody } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite({ TRUST_PROXY: "1" });

test("the same body without a key, sent from another IP address, gets no link to the first one", async () => {
  const form = await createForm();
  const json = optInBody(form);
  const submitFrom = (address: string) =>
    site.send(`/api/optin/${form.slug}/submit`, { json, headers: { "x-forwarded-for": address } });
  const first = await submitFrom("198.51.100.1");
  const again = await submitFrom("198.51.100.1");
  const other = await submitFrom("198.51.100.2");
  expect([first.status, again.json.privateHref]).toEqual([201, first.json.privateHref]);
  expect([other.status, other.json.code, other.json.privateHref]).toEqual([
    409,
    "duplicate_email",
    undefined,
  ]);
});
