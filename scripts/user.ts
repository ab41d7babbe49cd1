import { parseArgs } from "node:util";
import { USER_ROLES, type UserRole } from "#app/lib/domain.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { newToken } from "#app/lib/random.server.ts";
import { changeRole } from "#app/services/accounts/change-role.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { setPasswordByAdmin } from "#app/services/auth/registration/password-reset.server.ts";
import { findAccount } from "#app/services/auth/sign-in/verify-credentials.server.ts";
import { runCommand } from "./command.ts";

const USAGE = `Usage:
  node build/commands/user.js create --email you@example.com --username you [--name "Your Name"] [--role ${USER_ROLES.join("|")}] [--time-zone Europe/Madrid] [--currency EUR]
  node build/commands/user.js promote --user you@example.com --role ${USER_ROLES.join("|")}
  node build/commands/user.js reset-password --user you@example.com
  node build/commands/user.js delete --user you@example.com [--new-owner them@example.com]`;

type CommandOptions = Record<string, string | undefined>;
type Command = { takes: string[]; run(given: CommandOptions): Promise<string> };

const madeUpPassword = () => newToken().slice(0, 20);

function asRole(role: string | undefined): UserRole {
  if (!USER_ROLES.includes(role as UserRole)) throw new Error(USAGE);
  return role as UserRole;
}

async function findGivenAccount({ user }: CommandOptions) {
  if (!user) throw new Error(USAGE);
  const account = await findAccount(toEmailKey(user));
  if (!account) throw new Error(`There is no account with the username or address ${user}.`);
  return account;
}

const commands = new Map<string, Command>([
  [
    "create",
    {
      takes: ["email", "username", "name", "role", "time-zone", "currency"],
      async run(given) {
        const { email, username, name, currency, "time-zone": timeZone } = given;
        if (!email || !username) throw new Error(USAGE);
        const password = madeUpPassword();
        const role = asRole(given.role ?? "user");
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
    },
  ],
  [
    "promote",
    {
      takes: ["user", "role"],
      async run(given) {
        const role = asRole(given.role);
        const account = await findGivenAccount(given);
        await changeRole({ userId: account.id, role });
        return `${account.email} is ${role} now.`;
      },
    },
  ],
  [
    "reset-password",
    {
      takes: ["user"],
      async run(given) {
        const account = await findGivenAccount(given);
        const password = madeUpPassword();
        await setPasswordByAdmin({ userId: account.id, password });
        return `Every session of ${account.email} is ended. The new password, shown once: ${password}`;
      },
    },
  ],
  [
    "delete",
    {
      takes: ["user", "new-owner"],
      async run(given) {
        const account = await findGivenAccount(given);
        const { email } = account;
        const newOwner = given["new-owner"];
        await deleteAccount({
          userId: account.id,
          ...(newOwner ? { newOwnerId: (await findGivenAccount({ user: newOwner })).id } : {}),
        });
        return `${email} is deleted. The server erases its data within minutes.`;
      },
    },
  ],
]);

/** Reads the options. An unknown one is an error: a misspelt `--role` would create another role. */
function readOptions({ takes }: Command, args: string[]): CommandOptions {
  const options = Object.fromEntries(takes.map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`);
  }
}

await runCommand(USAGE, async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const command = commands.get(name);
  if (!command) throw new Error(USAGE);
  console.log(await command.run(readOptions(command, args)));
});
