import { describe, expect, test } from "vitest";
import { documentPolicy } from "./csp.ts";

const readDirectives = (policy: string) =>
  new Map(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]));

describe("document's policy", () => {
  test("a document's policy allows only our own scripts and those with the nonce", () => {
    const policy = documentPolicy({ nonce: "abc=" });
    const directives = readDirectives(policy);
    expect(directives.get("script-src")).toEqual(["'self'", "'nonce-abc='"]);
    for (const name of ["object-src", "base-uri", "frame-ancestors", "default-src"]) {
      expect(directives.get(name)).toEqual(["'none'"]);
    }
    expect(directives.get("form-action")).toEqual(["'self'"]);
    expect(policy).not.toContain("unsafe-");
    expect(policy).not.toContain("upgrade-insecure-requests");
  });

  test("a document's policy adds a page's own sources", () => {
    const extra = {
      "form-action": ["https://shop.example"],
      "style-src": ["'sha256-x'"],
      "media-src": ["'self'"],
    };
    const directives = readDirectives(documentPolicy({ extra }));
    expect(directives.get("form-action")).toEqual(["'self'", "https://shop.example"]);
    expect(directives.get("style-src")).toEqual(["'self'", "'sha256-x'"]);
    expect(directives.get("media-src")).toEqual(["'self'"]);
    expect(
      readDirectives(documentPolicy({ extra: { "default-src": ["'self'"] } })).get("default-src"),
    ).toEqual(["'self'"]);
  });

  test("a document's policy refuses a source that would end its directive", () => {
    const extra = { "form-action": ["https://a.example; script-src *", "a b", ""] };
    expect(readDirectives(documentPolicy({ extra })).get("form-action")).toEqual(["'self'"]);
  });

  test("a document's policy allows Vite's inline styles and web socket in development only", () => {
    const directives = readDirectives(documentPolicy({ nonce: "abc", isDevelopment: true }));
    expect(directives.get("style-src")).toEqual(["'self'", "'unsafe-inline'"]);
    expect(directives.get("connect-src")).toEqual(["'self'", "ws:"]);
    expect(directives.get("script-src")).toEqual(["'self'", "'nonce-abc'"]);
  });
});
