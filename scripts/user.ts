import { parseArgs } from "node:util";
import { newToken } from "#app/lib/random.server.ts";
import { ROLES, type Role } from "#app/models/user.server.ts";
import { changeRole } from "#app/services/accounts/change-role.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { forcePassword } from "#app/services/accounts/password-reset.server.ts";
import { findAccount } from "#app/services/accounts/sign-in.server.ts";
import { runCommand } from "./command.ts";

const USAGE = `Usage:
  npm run user -- create --email you@example.com --username you [--name "Your Name"] [--role ${ROLES.join("|")}] [--time-zone Europe/Madrid] [--currency EUR]
  npm run user -- promote --user you@example.com --role ${ROLES.join("|")}
  npm run user -- reset-password --user you@example.com`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    email: { type: "string" },
    username: { type: "string" },
    name: { type: "string" },
    role: { type: "string" },
    user: { type: "string" },
    "time-zone": { type: "string" },
    currency: { type: "string" },
  },
});
const given = values as Record<string, string | undefined>;
const madeUpPassword = () => newToken().slice(0, 20);

function roleOf(fallback?: Role): Role {
  const role = given.role ?? fallback;
  if (!ROLES.includes(role as Role)) throw new Error(USAGE);
  return role as Role;
}

async function accountOf() {
  if (!given.user) throw new Error(USAGE);
  const account = await findAccount(given.user);
  if (!account) throw new Error(`There is no account with the username or address ${given.user}.`);
  return account;
}

const commands: Record<string, () => Promise<string>> = {
  async create() {
    const { email, username, name } = given;
    if (!email || !username) throw new Error(USAGE);
    const password = madeUpPassword();
    const role = roleOf("user");
    await createAccount({
      email,
      username,
      name: name ?? username,
      password,
      role,
      ...(given["time-zone"] ? { timeZone: given["time-zone"] } : {}),
      ...(given.currency ? { currency: given.currency } : {}),
    });
    return `Created ${email} as ${role}. The password, shown once: ${password}`;
  },
  async promote() {
    const account = await accountOf();
    const role = roleOf();
    await changeRole({ userId: account.id, role });
    return `${account.email} is ${role} now.`;
  },
  async "reset-password"() {
    const account = await accountOf();
    const password = madeUpPassword();
    await forcePassword({ userId: account.id, password });
    return `Every session of ${account.email} is ended. The new password, shown once: ${password}`;
  },
};

await runCommand(async () => {
  const command = commands[positionals[0] ?? ""];
  if (!command) throw new Error(USAGE);
  console.log(await command());
});
