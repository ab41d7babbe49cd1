import { UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { UsedAuthorization } from "#app/models/index.server.ts";
import { SignInRefused } from "./provider.ts";

/** Longer than the cookie of an authorization is valid. */
const STORED_MS = HOUR;

/**
 * Consumes an authorization, so that its callback works once, even if the provider accepts a code twice.
 * @throws {SignInRefused} if it was consumed before
 */
export async function consumeAuthorization(state: string): Promise<void> {
  const row = { id: sha256(state), expiresAt: new Date(Date.now() + STORED_MS) };
  try {
    await inTransaction((transaction) => UsedAuthorization.create(row, { transaction }));
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new SignInRefused();
  }
}
