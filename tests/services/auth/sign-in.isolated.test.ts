import { hash, verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Authenticator, Identity, Session, User, WorkspaceMember } from "#app/models/index.server.ts";
import { setPasswordByAdmin } from "#app/services/auth/registration/password-reset.server.ts";
import { endSession } from "#app/services/auth/sessions/sessions.server.ts";
import { connectIdentity } from "#app/services/auth/sign-in/link-identity.server.ts";
import { type SignInArguments, signIn } from "#app/services/auth/sign-in/sign-in.server.ts";
import {
  type PasswordCredentials,
  verifyCredentials,
} from "#app/services/auth/sign-in/verify-credentials.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { nowhere, switchTwoStepOn } from "../../factories/two-factor.ts";
import { recordStatements } from "../../support/statements.ts";

// why: only to count. A sign-in that verifies no hash is faster, and tells who has no account.
vi.mock(import("@node-rs/argon2"), { spy: true });

const verifyPassword = (credentials: PasswordCredentials) => verifyCredentials(credentials, null);

describe("verifyCredentials", () => {
  beforeEach(() => {
    vi.mocked(verify).mockClear();
  });

  test("verifyCredentials verifies one hash for a known account, an unknown one and one without a password", async () => {
    const owner = await createOwner({ password: "correct horse battery" });
    const withoutPassword = await createOwner();
    for (const usernameOrEmail of [owner.email, "nobody@example.com", withoutPassword.email]) {
      vi.mocked(verify).mockClear();
      await expect(verifyPassword({ usernameOrEmail, password: "wrong" })).rejects.toThrow(
        "Invalid credentials",
      );
      expect(verify).toHaveBeenCalledTimes(1);
    }
  });

  test("verifyCredentials looks the account up once, with the same statements for a known and an unknown name", async () => {
    const owner = await createOwner({ password: "correct horse battery" });
    const tables = async (usernameOrEmail: string) => {
      const attempt = () => verifyPassword({ usernameOrEmail, password: "wrong" }).catch(() => undefined);
      return (await recordStatements(attempt))
        .map((statement) => / FROM `(\w+)`/.exec(statement)?.[1])
        .sort();
    };
    expect(await tables(owner.email)).toEqual(["heldRegistrations", "users"]);
    expect(await tables(owner.username)).toEqual(["heldRegistrations", "users"]);
    expect(await tables("nobody@example.com")).toEqual(["heldRegistrations", "users"]);
  });

  test("verifyCredentials accepts a password in every Unicode composition of its letters", async () => {
    const owner = await createOwner({ password: "pässword mit ü" });
    const user = await verifyPassword({
      usernameOrEmail: owner.email,
      password: "pässword mit ü".normalize("NFD"),
    });
    expect(user.id).toBe(owner.id);
    await expect(
      verifyPassword({ usernameOrEmail: owner.email, password: " pässword mit ü" }),
    ).rejects.toThrow();
  });
});

describe("recent authentication", () => {
  const password = "correct horse battery";
  const proven = async () => {
    const owner = await createOwner({ password });
    return verifyPassword({ usernameOrEmail: owner.email, password });
  };
  const goOn = (user: User, link?: SignInArguments["link"]) =>
    signIn({ credentials: { kind: "verified", user, authenticatedAt: new Date() }, device: nowhere, link });
  const refused = { status: 401, code: "invalid_credentials" };

  test.each<[what: string, meanwhile: (user: User) => Promise<unknown>]>([
    [
      "the password was set anew",
      ({ id }) => setPasswordByAdmin({ userId: id, password: "staple of another" }),
    ],
    ["the account was closed", ({ id }) => User.update({ isActive: false }, { where: { id } })],
    [
      "the account is being deleted",
      ({ id }) => User.update({ deleteRequestedAt: new Date() }, { where: { id } }),
    ],
    [
      "the account is gone",
      async ({ id }) => {
        await WorkspaceMember.destroy({ where: { userId: id } });
        await User.destroy({ where: { id } });
      },
    ],
  ])("recent authentication opens nothing any more once %s", async (_what, meanwhile) => {
    const user = await proven();
    await meanwhile(user);
    await expect(goOn(user)).rejects.toMatchObject(refused);
    expect(await Session.count({ where: { endedAt: null } })).toBe(0);
  });

  test("recent authentication gives no two-factor token if the password was changed meanwhile", async () => {
    const user = await proven();
    await switchTwoStepOn(user);
    await setPasswordByAdmin({ userId: user.id, password: "staple of another" });
    await expect(goOn(user)).rejects.toMatchObject(refused);
  });

  test("recent authentication asks for the second factor that was switched on meanwhile", async () => {
    const user = await proven();
    await switchTwoStepOn(user);
    expect(await goOn(user)).toMatchObject({ kind: "second-factor", token: expect.any(String) });
    expect(await Session.count()).toBe(0);
    await Authenticator.destroy({ where: { userId: user.id } });
    expect(await goOn(user)).toMatchObject({ sessionId: expect.any(String) });
  });

  test("recent authentication links no provider if the password was changed or the session ended meanwhile", async () => {
    const user = await proven();
    await setPasswordByAdmin({ userId: user.id, password: "staple of another" });
    const account = {
      provider: "oidc" as const,
      issuer: "https://id.example",
      subject: "somebody",
      email: user.email,
      isEmailVerified: true,
      name: null,
      authenticatedAt: null,
    };
    const link = { account, providerName: "Example ID" };
    await expect(goOn(user, { ...link, userId: user.id })).rejects.toMatchObject(refused);
    const { sessionId } = await signInAs(user);
    await endSession(sessionId);
    await expect(connectIdentity({ owner: user, sessionId, ...link })).rejects.toMatchObject({ status: 401 });
    expect(await Identity.count()).toBe(0);
  });

  test("recent authentication is the account with its new hash where the old one was made with weaker parameters", async () => {
    const owner = await createOwner();
    const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await owner.update({ passwordHash: weak });
    const users = await Promise.all(
      Array.from({ length: 3 }, () => verifyPassword({ usernameOrEmail: owner.email, password })),
    );
    for (const user of users) expect(await goOn(user)).toMatchObject({ sessionId: expect.any(String) });
    expect((await owner.reload()).passwordHash).not.toBe(weak);
  });
});
