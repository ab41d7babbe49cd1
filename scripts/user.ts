import { parseArgs } from "node:util";
import { USER_ROLES, type UserRole } from "#app/lib/domain.ts";
import { printHelp } from "./help.ts";
import type { Given, userCommands } from "./user-commands.ts";

const USAGE = `Usage:
  node build/commands/user.js create --email you@example.com --username you [--name "Your Name"] [--role ${USER_ROLES.join("|")}] [--time-zone Europe/Madrid] [--currency EUR]
  node build/commands/user.js promote --user you@example.com --role ${USER_ROLES.join("|")}
  node build/commands/user.js reset-password --user you@example.com
  node build/commands/user.js delete --user you@example.com [--new-owner them@example.com]`;

type Name = keyof typeof userCommands;

const OPTIONS: Record<Name, { needs: string[]; takes: string[] }> = {
  create: { needs: ["email", "username"], takes: ["name", "role", "time-zone", "currency"] },
  promote: { needs: ["user", "role"], takes: [] },
  "reset-password": { needs: ["user"], takes: [] },
  delete: { needs: ["user"], takes: ["new-owner"] },
};

const isRole = (role: string): role is UserRole => USER_ROLES.includes(role as UserRole);

/**
 * An unknown option is an error: a misspelt `--role` would create another role.
 * @throws {Error} with the usage
 */
function read([name = "", ...args]: string[]): { name: Name; given: Given } {
  if (!Object.hasOwn(OPTIONS, name)) throw new Error(USAGE);
  const { needs, takes } = OPTIONS[name as Name];
  const options = Object.fromEntries([...needs, ...takes].map((one) => [one, { type: "string" as const }]));
  let values: Record<string, string | undefined>;
  try {
    values = parseArgs({ args, options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`);
  }
  const { role = "user" } = values;
  if (!isRole(role) || needs.some((one) => !values[one])) throw new Error(USAGE);
  return { name: name as Name, given: { ...values, role } };
}

/** What is no command is told without the app, which takes a second to load. */
async function main(): Promise<void> {
  const { name, given } = read(process.argv.slice(2));
  const [{ runCommand }, commands] = await Promise.all([
    import("./command.ts"),
    import("./user-commands.ts"),
  ]);
  await runCommand(USAGE, async () => console.log(await commands.userCommands[name](given)));
}

if (!printHelp(USAGE))
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
