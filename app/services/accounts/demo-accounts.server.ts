import { Op } from "sequelize";
import { User } from "#app/models/index.server.ts";

/** The demo's accounts. `npm run demo` prints their password. */
export const DEMO_ACCOUNTS = { owner: "demo@attesto.example", admin: "admin@attesto.example" } as const;

/** Whether the database was filled with the demo's data. */
export async function hasDemoAccounts(): Promise<boolean> {
  return (await User.count({ where: { emailKey: { [Op.in]: Object.values(DEMO_ACCOUNTS) } } })) > 0;
}
