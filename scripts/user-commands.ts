import type { UserRole } from "#app/lib/domain.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { newToken } from "#app/lib/random.server.ts";
import { changeRole } from "#app/services/accounts/change-role.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { setPasswordByAdmin } from "#app/services/auth/registration/password-reset.server.ts";
import { findAccount } from "#app/services/auth/sign-in/verify-credentials.server.ts";

/** What was given, by the names of the options. Those that a command needs are there. */
export type Given = { [name: string]: string | undefined; role: UserRole };

const madeUpPassword = () => newToken().slice(0, 20);

async function findGivenAccount(user = "") {
  const account = await findAccount(toEmailKey(user));
  if (!account) throw new Error(`There is no account with the username or address ${user}.`);
  return account;
}

/** Each gives the sentence that says what it has done. */
export const userCommands = {
  async create({ email = "", username = "", name, role, currency, "time-zone": timeZone }: Given) {
    const password = madeUpPassword();
    await createAccount({
      email,
      username,
      name: name ?? username,
      password,
      role,
      ...(timeZone ? { timeZone } : {}),
      ...(currency ? { currency } : {}),
    });
    return `Created ${email} as ${role}. The password, shown once: ${password}`;
  },
  async promote({ user, role }: Given) {
    const account = await findGivenAccount(user);
    await changeRole({ userId: account.id, role });
    return `${account.email} is ${role} now.`;
  },
  async "reset-password"({ user }: Given) {
    const account = await findGivenAccount(user);
    const password = madeUpPassword();
    await setPasswordByAdmin({ userId: account.id, password });
    return `Every session of ${account.email} is ended. The new password, shown once: ${password}`;
  },
  async delete({ user, "new-owner": newOwner }: Given) {
    const account = await findGivenAccount(user);
    const { email } = account;
    await deleteAccount({
      userId: account.id,
      ...(newOwner ? { newOwnerId: (await findGivenAccount(newOwner)).id } : {}),
    });
    return `${email} is deleted. The server erases its data within minutes.`;
  },
};
