import { describe, expect, it } from "vitest";
import type { Invalid } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { assertPasswordAllowed } from "./password-policy.server.ts";

const about = { name: "Amal Haddad", email: "amal@example.com", username: "amal.h" };

/** The sentence that a password is refused with; null when it is taken. */
function readRefusal(password: string): string | null {
  try {
    assertPasswordAllowed({ password, about });
    return null;
  } catch (error) {
    return (error as Invalid).errors[0]?.message ?? null;
  }
}

describe("new password", () => {
  it.each([
    "password123",
    "987654321",
    "87654321",
    "0987654321",
    "1234567890123",
    "12341234",
    "12121212",
    "123123123",
    "1111111111",
    ..."0123456789".split("").map((digit) => digit.repeat(8)),
    "aaaaaaaa",
    "xxxxxxxx",
    "abcdefgh",
    "1qaz2wsx",
    "Password1!",
    "P@ssw0rd!",
    "01.01.1990",
    "a".repeat(128),
    "1234567890".repeat(12),
  ])("a new password is refused when it is %s, which a guesser tries first", (password) => {
    expect(readRefusal(password)).toBe(messages.fields.passwordCommon);
  });

  it.each([
    "correct horse battery",
    "Tulpe-7-Kanne",
    "mein hund bello",
    "pässword mit ü",
    "verify-what-is-true",
    "zwetschge",
    "Xk29vbT1",
    "48153920",
    "пароль-из-слов",
    "😀".repeat(8),
  ])("a new password is taken when it is %s", (password) => {
    expect(readRefusal(password)).toBeNull();
  });

  it("a new password is refused for containing a name rather than for being simple", () => {
    expect(readRefusal("haddad12")).toBe(messages.fields.passwordTelling);
  });
});
