import { describe, expect, test } from "vitest";
import { accessTokenOf } from "./access-token.ts";

const TIKTOK = "0123456789abcdef0123456789abcdef01234567";
const complaint = (platform: Parameters<typeof accessTokenOf>[0], token: string) => {
  const { error } = accessTokenOf(platform).safeParse(token);
  return error?.issues[0]?.message ?? null;
};

describe("a pasted access token", () => {
  test.each([
    ["Meta", "EAAB1"],
    ["TikTok", TIKTOK],
    ["Snapchat", "eyJhbGciOiJIUzI1NiJ9.e30.sig"],
    ["Meta", "sandbox-token"],
  ] as const)("of %s is taken as it is", (platform, token) => expect(complaint(platform, token)).toBeNull());

  test.each(["EAAB token", "EAAB\r\nx: y", " EAAB", "EAAB\n", "EAAB\u00a0"])(
    "with a blank in it is refused in a plain sentence: %j",
    (token) => expect(complaint("Meta", token)).toMatch(/has no spaces or line breaks/),
  );

  test.each([
    ["TikTok", "EAAB1", "This looks like a token of Meta. Paste one of TikTok."],
    ["Snapchat", TIKTOK, "This looks like a token of TikTok. Paste one of Snapchat."],
    ["Meta", "ya29.a0Af", "This looks like a token of Google Ads. Paste one of Meta."],
    ["TikTok", "eyJhbGciOi", "This looks like a token of Snapchat. Paste one of TikTok."],
  ] as const)("for %s, but of another platform, is refused: %s", (platform, token, message) => {
    expect(complaint(platform, token)).toBe(message);
  });

  test("is there at all, and can travel in a header", () => {
    expect(complaint("Meta", " ")).toBe("Paste the access token of Meta.");
    expect(complaint("Meta", "EAAü")).toMatch(/only plain letters/);
  });
});
