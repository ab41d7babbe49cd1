import { parseArgs } from "node:util";
import { newToken } from "#app/lib/random.server.ts";
import { ROLES, type Role } from "#app/models/user.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { runCommand } from "./command.ts";

const USAGE = `Usage: npm run user -- create --email you@example.com --username you [--name "Your Name"] [--role ${ROLES.join("|")}] [--time-zone Europe/Madrid] [--currency EUR]`;

/** `user create`: an account with a password made up here and printed once. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: "string" },
      username: { type: "string" },
      name: { type: "string" },
      role: { type: "string", default: "user" },
      "time-zone": { type: "string" },
      currency: { type: "string" },
    },
  });
  const { email, username, role, name } = values;
  if (positionals[0] !== "create" || !email || !username || !ROLES.includes(role as Role))
    throw new Error(USAGE);
  const password = newToken().slice(0, 20);
  await createAccount({
    email,
    username,
    name: name ?? username,
    password,
    role: role as Role,
    ...(values["time-zone"] ? { timeZone: values["time-zone"] } : {}),
    ...(values.currency ? { currency: values.currency } : {}),
  });
  console.log(`Created ${email} as ${role}. The password, shown once: ${password}`);
});
