import { expect, test } from "vitest";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const many = {
  body: "a&".repeat(50_000),
  headers: { "content-type": "application/x-www-form-urlencoded" },
};

test("a form of another content type is refused as the client's error", async () => {
  const { status, text } = await site.send("/login", {
    body: "--x--",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  expect([status, text.includes("We couldn&#x27;t accept that")]).toEqual([415, true]);
  expect(text).not.toMatch(/our fault|in our log/);
});

test("a form of tens of thousands of fields is refused before it is parsed", async () => {
  const page = await site.send("/login", many);
  expect([page.status, page.text.includes("This link doesn&#x27;t work")]).toEqual([400, true]);
  for (const path of ["/api/auth/login", "/api/optin/demo-form/submit"]) {
    const { status, json } = await site.send(path, many);
    expect([path, status, json.code]).toEqual([path, 400, "malformed_body"]);
  }
});
