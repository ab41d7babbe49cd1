import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { signIn } from "#app/services/accounts/sign-in.server.ts";
import { createOwner } from "../factories/index.ts";

// why: only to count. A sign-in that verifies no hash is faster, and tells who has no account.
vi.mock(import("@node-rs/argon2"), { spy: true });

const device = { ip: null, userAgent: null, deviceId: null, deviceFingerprint: null };

describe("signIn", () => {
  beforeEach(() => {
    vi.mocked(verify).mockClear();
  });

  test("verifies one hash for a known account, an unknown one and one without a password", async () => {
    const owner = await createOwner({ password: "correct horse battery" });
    const withoutPassword = await createOwner();
    for (const usernameOrEmail of [owner.email, "nobody@example.com", withoutPassword.email]) {
      vi.mocked(verify).mockClear();
      await expect(signIn({ usernameOrEmail, password: "wrong", device })).rejects.toThrow(
        "Invalid credentials",
      );
      expect(verify).toHaveBeenCalledTimes(1);
    }
  });

  test("takes a password exactly as typed, whichever way its letters are composed", async () => {
    const owner = await createOwner({ password: "pässword mit ü" });
    const signedIn = await signIn({
      usernameOrEmail: owner.email,
      password: "pässword mit ü".normalize("NFD"),
      device,
    });
    expect(signedIn.user.id).toBe(owner.id);
    await expect(
      signIn({ usernameOrEmail: owner.email, password: " pässword mit ü", device }),
    ).rejects.toThrow();
  });
});
