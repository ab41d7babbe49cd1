import { Op } from "sequelize";
import { NotFound } from "#app/lib/errors.ts";
import { User } from "#app/models/index.server.ts";
import type { VerifiedAccount } from "#app/services/auth/sign-in/sign-in.server.ts";
import { assertMaySignIn } from "#app/services/auth/sign-in/verify-credentials.server.ts";

/** The demo's accounts. `npm run demo` prints their password. */
export const DEMO_ACCOUNTS = { owner: "demo@attesto.example", admin: "admin@attesto.example" } as const;

/** Whether the database was filled with the demo's data. */
export async function hasDemoAccounts(): Promise<boolean> {
  return (await User.count({ where: { emailKey: { [Op.in]: Object.values(DEMO_ACCOUNTS) } } })) > 0;
}

/**
 * A demo account without its password, which the demo prints. Only for `APP_ENV=demo`.
 * @throws {NotFound} if somebody has deleted it · {Forbidden} as for any account
 */
export async function findDemoAccount(account: keyof typeof DEMO_ACCOUNTS): Promise<VerifiedAccount> {
  const user = await User.findOne({ where: { emailKey: DEMO_ACCOUNTS[account] } });
  if (!user) throw new NotFound("Demo account");
  assertMaySignIn(user);
  return { kind: "verified", user, authenticatedAt: new Date() };
}
