import { expect, test } from "vitest";
import { EMAIL_MAX, normalizeEmail, toEmailKey } from "./email-address.ts";

test("an address is stored without space around it and with composed letters", () => {
  expect(normalizeEmail(" Jose\u0301@Example.com ")).toBe("José@Example.com");
});

test.each([
  ["iria@example.com", " Iria@EXAMPLE.com "],
  ["iria@example.com", "iria@example.com."],
  ["josé@example.com", "JOSE\u0301@example.com"],
  ["iria@xn--mnchen-3ya.de", "iria@MÜNCHEN.de"],
  ["iria@xn--mnchen-3ya.de", "iria@xn--mnchen-3ya.de"],
  ["iria@example.com", "iria@ｅｘａｍｐｌｅ。com"],
  ["iria", " Iria "],
])("%s is the key of %j", (key, email) => {
  expect(toEmailKey(email)).toBe(key);
});

test.each(["iria@example.com/x", "iria@example.com?x", "iria@example.com:80", "iria@b%41.com", "iria@a b"])(
  "%j is its own key: it is not an address at that domain",
  (text) => expect(toEmailKey(text)).toBe(text.toLowerCase()),
);

test("a key fits its column even if the ASCII form of the domain does not", () => {
  const email = `iria@${"ü".repeat(60)}.${"ü".repeat(60)}.${"ü".repeat(60)}.${"ü".repeat(60)}.de`;
  expect(email.length).toBeLessThanOrEqual(EMAIL_MAX);
  expect(toEmailKey(email).length).toBeLessThanOrEqual(EMAIL_MAX);
});
