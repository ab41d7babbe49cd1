import { describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";
import { getSecurityHeaders, STRICT_POLICY } from "./security-headers.ts";

describe("getSecurityHeaders", () => {
  const names = (publicUrl: string) => new Map(getSecurityHeaders({ publicUrl }));

  test("getSecurityHeaders promises https only where PUBLIC_URL is https", () => {
    expect(names("https://attesto.example").get("Strict-Transport-Security")).toBe(
      "max-age=31536000; includeSubDomains",
    );
    expect(names("http://localhost:3000").has("Strict-Transport-Security")).toBe(false);
  });

  test("getSecurityHeaders never hides the origin from our own forms", () => {
    expect(names("https://attesto.example").get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  });

  test("getSecurityHeaders has each header once", () => {
    const all = getSecurityHeaders({ publicUrl: "https://attesto.example" }).map(([name]) =>
      name.toLowerCase(),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain("x-powered-by");
  });
});

describe("response", () => {
  test.each([
    ["a Remix answer", "/", {}],
    ["its data", "/a.data", {}],
    ["an error under /api", "/api/x", { method: "TRACE" }],
    ["an error page", "/throw", {}],
    ["a refusal", "/", { headers: { Host: "evil.example" } }],
    ["a health check", "/healthz", {}],
  ])("every response carries the security headers: %s", async (_name, path, options) => {
    await using site = await startSite();
    const { headers } = await site.send(path, options);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
    expect(headers["content-security-policy"]).toContain(STRICT_POLICY);
    expect(headers["x-request-id"]).toMatch(/^[\w.-]{1,64}$/);
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  test("every response keeps a valid request id and replaces any other", async () => {
    await using site = await startSite();
    const idFor = async (id: string | string[]) =>
      (await site.send("/", { headers: { "X-Request-Id": id } })).headers["x-request-id"];
    expect(await idFor("a.B_c-1")).toBe("a.B_c-1");
    for (const wrong of ["", "a b", "<x>", "x".repeat(65), ["a", "b"]])
      expect(await idFor(wrong)).toMatch(/^[\da-f-]{36}$/);
  });
});
