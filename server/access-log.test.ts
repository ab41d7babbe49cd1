import { describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";
import { createAddressHash, redactPath } from "./access-log.ts";

describe("redactPath", () => {
  test.each([
    ["/api/optin/demo/submit", "/api/optin/demo/submit"],
    [
      "/dashboard/submissions/0199f0aa-1234-7abc-8def-0123456789ab",
      "/dashboard/submissions/0199f0aa-1234-7abc-8def-0123456789ab",
    ],
    ["/optin/a-rather-long-name-for-a-form-of-2026", "/optin/a-rather-long-name-for-a-form-of-2026"],
    ["/dashboard/settings/notifications", "/dashboard/settings/notifications"],
    ["/reset-password/q8Zc0hYF3b9T2kQmS5vLxW1nRjA7dUeIoPg4tHy6sBc", "/reset-password/:hidden"],
    ["/verify/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "/verify/:hidden"],
    ["/t/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "/t/:hidden"],
    ["/users/someone@example.com", "/users/:hidden"],
    ["/users/someone%40example.com/x", "/users/:hidden/x"],
    ["/assets/entry.client-DhNhHv-9.js", "/assets/entry.client-DhNhHv-9.js"],
  ])("redactPath writes %s as %s", (path, written) => {
    expect(redactPath(path)).toBe(written);
  });

  test("redactPath is bounded", () => {
    expect(redactPath("/a".repeat(5000)).length).toBe(200);
  });
});

describe("createAddressHash", () => {
  test("createAddressHash is the same for the same address and secret, and holds neither", () => {
    const hash = createAddressHash("secret");
    expect(hash("203.0.113.9")).toBe(hash("203.0.113.9"));
    expect(hash("203.0.113.9")).toMatch(/^[\da-f]{12}$/);
    expect(hash("203.0.113.9")).not.toBe(createAddressHash("other")("203.0.113.9"));
  });
});

describe("access log", () => {
  test("the access log has one line per request, without query, body, cookie or address", async () => {
    await using site = await startSite({ trustProxy: "1" });
    const marker = "marker-of-this-test";
    await site.send(`/api/x?email=${marker}`, {
      method: "POST",
      headers: {
        "X-Forwarded-For": "203.0.113.9",
        Cookie: `s=${marker}`,
        Authorization: `Bearer ${marker}`,
        "X-Request-Id": "abc-1",
      },
      body: marker,
    });
    const line = await site.line("request");
    expect(line).toMatchObject({ requestId: "abc-1", method: "POST", path: "/api/x", status: 200 });
    expect(line.durationMs).toBeGreaterThan(0);
    expect(line.bytes).toBeGreaterThan(100);
    expect(line.client).toMatch(/^[\da-f]{12}$/);
    const everything = JSON.stringify(site.lines);
    expect(everything).not.toContain(marker);
    expect(everything).not.toContain("203.0.113.9");
    expect(site.lines.filter(({ msg }) => msg === "request")).toHaveLength(1);
  });

  test("the access log has health probes at debug only", async () => {
    await using site = await startSite();
    await site.send("/healthz");
    await site.send("/readyz");
    await site.send("/last");
    await expect
      .poll(() => site.lines.map(({ path, level }) => [path, level]))
      .toEqual([
        ["/healthz", 20],
        ["/readyz", 20],
        ["/last", 30],
      ]);
  });

  test("the access log also has the requests that the request gate refused", async () => {
    await using site = await startSite();
    await site.send("/", { headers: { Host: "evil.example" } });
    expect(await site.line("request")).toMatchObject({ path: "/", status: 400 });
  });
});
