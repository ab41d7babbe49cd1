import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";
import { checkOrigin } from "./origin-gate.ts";

const OWN = "https://attesto.example";
const METHODS = ["POST", "PUT", "PATCH", "DELETE"];
const PATHS = [
  "/dashboard/settings/account",
  "/dashboard/settings/account.data",
  "/api/user/profile",
  "/api/auth/login",
];

const check = (method: string, path: string, headers: IncomingHttpHeaders) =>
  checkOrigin({ method, path, headers }, [OWN]);

/** [what arrives, with a cookie, without one] */
const EVIDENCE: [string, IncomingHttpHeaders, string, string][] = [
  ["own origin", { origin: OWN }, "pass", "pass"],
  ["evil origin", { origin: "https://evil.example" }, "refuse", "refuse"],
  ["own host, other scheme", { origin: "http://attesto.example" }, "refuse", "refuse"],
  ["own host, other port", { origin: `${OWN}:8443` }, "refuse", "refuse"],
  ["own name as a subdomain", { origin: `${OWN}.evil.example` }, "refuse", "refuse"],
  ["own name as a user", { origin: `${OWN}@evil.example` }, "refuse", "refuse"],
  ["two origins", { origin: `${OWN}, https://evil.example` }, "refuse", "refuse"],
  ["malformed origin", { origin: "http://%zz" }, "refuse", "refuse"],
  ["empty origin", { origin: "" }, "refuse", "refuse"],
  ["null origin", { origin: "null" }, "refuse", "refuse"],
  ["null origin, own referer", { origin: "null", referer: `${OWN}/login` }, "refuse", "refuse"],
  ["null origin, same-origin fetch", { origin: "null", "sec-fetch-site": "same-origin" }, "pass", "pass"],
  ["same-origin fetch", { "sec-fetch-site": "same-origin" }, "pass", "pass"],
  ["fetch by the user", { "sec-fetch-site": "none" }, "pass", "pass"],
  ["cross-site fetch", { "sec-fetch-site": "cross-site" }, "refuse", "refuse"],
  ["same-site fetch", { "sec-fetch-site": "same-site" }, "refuse", "refuse"],
  ["cross-site fetch, own origin", { "sec-fetch-site": "cross-site", origin: OWN }, "refuse", "refuse"],
  ["malformed fetch", { "sec-fetch-site": "same-origin, cross-site" }, "refuse", "refuse"],
  ["own referer", { referer: `${OWN}/login?next=1` }, "pass", "pass"],
  ["evil referer", { referer: `https://evil.example/?${OWN}` }, "refuse", "refuse"],
  ["malformed referer", { referer: "attesto.example" }, "refuse", "refuse"],
  ["evil origin, own referer", { origin: "https://evil.example", referer: `${OWN}/` }, "refuse", "refuse"],
];

describe("origin gate", () => {
  for (const [name, headers, withCookie, withoutCookie] of EVIDENCE) {
    test(`the origin gate says to ${name}: ${withCookie} with a cookie, ${withoutCookie} without`, () => {
      for (const method of METHODS) {
        for (const path of PATHS) {
          expect(check(method, path, { ...headers, cookie: "s=1" })).toBe(withCookie);
          expect(check(method, path, headers)).toBe(withoutCookie);
        }
      }
    });
  }

  test("the origin gate leaves a page's post with a cookie and without evidence to its page token", () => {
    const [page, data, ...calls] = PATHS as [string, string, ...string[]];
    for (const method of METHODS) for (const path of PATHS) expect(check(method, path, {})).toBe("pass");
    for (const path of [page, data]) {
      expect(check("POST", path, { cookie: "s=1" })).toBe("pass with page token");
      for (const method of ["PUT", "PATCH", "DELETE"])
        expect(check(method, path, { cookie: "s=1" })).toBe("refuse");
    }
    for (const path of [...calls, "/API/user/profile", "/api"])
      expect(check("POST", path, { cookie: "s=1" })).toBe("refuse");
  });

  test("the origin gate passes a bearer credential from anywhere, but not an empty one", () => {
    const evil = { origin: "https://evil.example", cookie: "s=1" };
    expect(check("POST", "/api/user/profile", { ...evil, authorization: "Bearer abc" })).toBe("pass");
    expect(check("POST", "/api/user/profile", { ...evil, authorization: "Bearer " })).toBe("refuse");
    expect(check("POST", "/api/user/profile", { ...evil, authorization: "Basic abc" })).toBe("refuse");
  });

  test("the origin gate removes the cookies of public calls from other origins only", () => {
    const evil = { origin: "https://evil.example", cookie: "s=1" };
    const open = ["/api/optin/demo", "/api/optin-settings/demo", "/api/affiliate/public/platforms"];
    for (const path of open) {
      expect(check("GET", path, evil)).toBe("pass without cookies");
      expect(check("OPTIONS", path, evil)).toBe("pass without cookies");
      expect(check("GET", path, { origin: OWN, cookie: "s=1" })).toBe("pass");
      expect(check("POST", path, evil)).toBe("refuse");
    }
    expect(check("POST", "/api/optin/demo/submit", evil)).toBe("pass without cookies");
    expect(check("POST", "/api/optin/demo/submit", { cookie: "s=1" })).toBe("pass without cookies");
    expect(check("POST", "/api/optin/demo/submit", { origin: OWN, cookie: "s=1" })).toBe("pass");
  });

  test("the origin gate opens nothing that only looks like a public call", () => {
    const evil = { origin: "https://evil.example", cookie: "s=1" };
    const closed = [
      "/api/optin/demo/submit.data",
      "/api/optin/demo/submit/x",
      "/api/optin/a/b/submit",
      "/API/optin/demo/submit",
      "//api/optin/demo/submit",
      "/api/optin/%64emo/submit",
    ];
    for (const path of closed) expect(check("POST", path, evil)).toBe("refuse");
    expect(check("PUT", "/api/optin/demo/submit", evil)).toBe("refuse");
    // The owner's own, under the same path as the forms.
    expect(check("GET", "/api/optin/settings", evil)).toBe("pass");
  });
});

describe("gate in front of Remix", () => {
  test("the gate in front of Remix refuses every unsafe method from elsewhere, in every disguise", async () => {
    await using site = await startSite();
    for (const method of METHODS) {
      for (const origin of ["https://evil.example", "http://%zz", "null"]) {
        for (const path of [
          "/contact",
          "/contact.data",
          "/contact?_data=routes%2Fcontact",
          "/contact?%5Fdata=x",
        ]) {
          for (const disguise of [{}, { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" }]) {
            const response = await site.send(path, { method, headers: { Origin: origin, ...disguise } });
            expect([400, 403]).toContain(response.status);
            expect(response.text).not.toContain('"method"');
          }
        }
      }
    }
  });

  test("the gate in front of Remix passes a request on without its Origin, which the context keeps", async () => {
    await using site = await startSite();
    const response = await site.send("/api/x", {
      method: "POST",
      headers: { Origin: OWN, Cookie: "s=1" },
      body: "{}",
    });
    const arrived = JSON.parse(response.text);
    expect(arrived.context.origin).toBe(OWN);
    expect(arrived.headers.origin).toBeUndefined();
    expect(arrived.headers.cookie).toBe("s=1");
  });

  test("the gate in front of Remix passes on a public call from elsewhere without its cookies", async () => {
    await using site = await startSite();
    const headers = { Origin: "https://shop.example", Cookie: "s=1" };
    const response = await site.send("/api/optin/demo/submit", { method: "POST", headers, body: "{}" });
    const arrived = JSON.parse(response.text);
    expect(arrived.context.origin).toBe("https://shop.example");
    expect(arrived.headers.cookie).toBeUndefined();
  });
});
