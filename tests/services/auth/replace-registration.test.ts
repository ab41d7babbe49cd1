import { describe, expect, test } from "vitest";
import { DecoyRegistration, Mail, User, Workspace } from "#app/models/index.server.ts";
import {
  assertUsernameAvailable,
  registerAccount,
} from "#app/services/auth/registration/register-account.server.ts";
import { suggestUsernames } from "#app/services/auth/registration/suggest-usernames.server.ts";
import { createOwner, unique, uniqueEmail } from "../../factories/index.ts";

const input = (more: object = {}) => ({
  name: "Noor Haddad",
  username: `noor-${unique()}`,
  email: uniqueEmail(),
  password: "a long one to type",
  ...more,
});

describe("registration that replaces another one", () => {
  test("a registration that replaces another one frees its username and leaves no data, for an account and a decoy alike", async () => {
    const owner = await createOwner();
    for (const email of [uniqueEmail(), owner.email]) {
      const { username } = input();
      const first = await registerAccount(input({ username, email }));
      await expect(assertUsernameAvailable(username, null)).rejects.toMatchObject({ field: "username" });
      await assertUsernameAvailable(username, first.user.id);

      const second = await registerAccount(input({ username }), first.user.id);
      expect(await User.findByPk(first.user.id)).toBeNull();
      expect(await User.findByPk(second.user.id)).toMatchObject({ username });
      expect(await DecoyRegistration.count()).toBe(0);
    }
    expect(await Workspace.count()).toBe(3);
  });

  test("a registration that replaces another one sends no link that no longer works", async () => {
    const first = await registerAccount(input());
    const second = await registerAccount(input(), first.user.id);
    expect(await Mail.findAll()).toMatchObject([{ kind: "verify-email", toAddress: second.user.email }]);
  });

  test("a registration that replaces another one becomes a decoy where its email has an account", async () => {
    const owner = await createOwner();
    const { username } = input();
    const first = await registerAccount(input({ username }));
    const second = await registerAccount(input({ username, email: owner.email }), first.user.id);
    expect(await User.findByPk(first.user.id)).toBeNull();
    expect(await DecoyRegistration.findByPk(second.user.id)).toMatchObject({ emailKey: owner.emailKey });
  });

  test("a registration that replaces another one replaces no account whose email is verified", async () => {
    const owner = await createOwner();
    await registerAccount(input(), owner.id);
    await expect(registerAccount(input({ username: owner.username }), owner.id)).rejects.toMatchObject({
      code: "username_taken",
    });
    expect(await User.findByPk(owner.id)).not.toBeNull();
  });
});

describe("suggested usernames", () => {
  test("suggested usernames are free, valid and like the name or the username", async () => {
    await createOwner();
    for (const name of ["Noor Haddad", "José Núñez", "李明", "X"]) {
      const username = `${"n".repeat(26)}oor`;
      const names = await suggestUsernames({ username, name });
      expect(names).toHaveLength(3);
      for (const each of names) expect(each).toMatch(/^[a-z0-9._-]{3,30}$/);
    }
    expect(await suggestUsernames({ username: "noor", name: "Noor Haddad" })).toContain("noor.haddad");
    await registerAccount(input({ username: "noor.haddad" }));
    expect(await suggestUsernames({ username: "noor", name: "Noor Haddad" })).not.toContain("noor.haddad");
  });
});
