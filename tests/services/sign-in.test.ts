import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { proveAccount } from "#app/services/accounts/sign-in.server.ts";
import { createOwner } from "../factories/index.ts";

// why: only to count. A sign-in that verifies no hash is faster, and tells who has no account.
vi.mock(import("@node-rs/argon2"), { spy: true });

describe("proveAccount", () => {
  beforeEach(() => {
    vi.mocked(verify).mockClear();
  });

  test("verifies one hash for a known account, an unknown one and one without a password", async () => {
    const owner = await createOwner({ password: "correct horse battery" });
    const withoutPassword = await createOwner();
    for (const usernameOrEmail of [owner.email, "nobody@example.com", withoutPassword.email]) {
      vi.mocked(verify).mockClear();
      await expect(proveAccount({ usernameOrEmail, password: "wrong" })).rejects.toThrow(
        "Invalid credentials",
      );
      expect(verify).toHaveBeenCalledTimes(1);
    }
  });

  test("takes a password exactly as typed, whichever way its letters are composed", async () => {
    const owner = await createOwner({ password: "pässword mit ü" });
    const user = await proveAccount({
      usernameOrEmail: owner.email,
      password: "pässword mit ü".normalize("NFD"),
    });
    expect(user.id).toBe(owner.id);
    await expect(
      proveAccount({ usernameOrEmail: owner.email, password: " pässword mit ü" }),
    ).rejects.toThrow();
  });
});
