import { Op, type Transaction } from "sequelize";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import type { TokenPurpose } from "#app/models/account-token.server.ts";
import { AccountToken } from "#app/models/index.server.ts";

const LIFETIME_MS: Record<TokenPurpose, number> = {
  "verify-email": DAY,
  "change-email": DAY,
  "reset-password": HOUR,
  "sign-in-link": 15 * MINUTE,
  "two-factor": 10 * MINUTE,
};

/** A new token for one of these revokes older ones. The others stay valid until one is used or they expire. */
const REPLACED_BY_NEWER: readonly TokenPurpose[] = ["change-email", "reset-password"];

type NewToken = { userId: string; purpose: TokenPurpose; email?: string };

/** A token of 256 random bits, stored as its SHA-256. */
export async function issueToken(
  { userId, purpose, email }: NewToken,
  transaction: Transaction,
): Promise<string> {
  if (REPLACED_BY_NEWER.includes(purpose)) await revokeTokens({ userId, purposes: [purpose] }, transaction);
  const token = newToken();
  const now = new Date();
  await AccountToken.create(
    {
      userId,
      purpose,
      tokenHash: sha256(token),
      email: email ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]),
    },
    { transaction },
  );
  return token;
}

/**
 * Consumes a token in the transaction of the change it permits. Of two at the same time, one succeeds.
 * @returns null for a token that is unknown, used, expired or for another purpose
 */
export async function consumeToken(
  { token, purpose }: { token: string; purpose: TokenPurpose },
  transaction: Transaction,
): Promise<{ userId: string; email: string | null } | null> {
  const tokenHash = sha256(token);
  const now = new Date();
  const [used] = await AccountToken.update(
    { usedAt: now },
    { where: { tokenHash, purpose, usedAt: null, expiresAt: { [Op.gt]: now } }, transaction },
  );
  if (used === 0) return null;
  const { userId, email } = await AccountToken.findOne({
    where: { tokenHash },
    transaction,
    rejectOnEmpty: true,
  });
  return { userId, email };
}

/** Reads a token without consuming it. */
export async function findToken({
  token,
  purpose,
}: {
  token: string;
  purpose: TokenPurpose;
}): Promise<{ userId: string; createdAt: Date } | null> {
  return AccountToken.findOne({
    attributes: ["userId", "createdAt"],
    where: { tokenHash: sha256(token), purpose, usedAt: null, expiresAt: { [Op.gt]: new Date() } },
  });
}

/** Reads a token that was used, or replaced by another one. */
export async function findUsedToken({
  token,
  purposes,
}: {
  token: string;
  purposes: readonly TokenPurpose[];
}): Promise<{ userId: string; email: string | null } | null> {
  return AccountToken.findOne({
    attributes: ["userId", "email"],
    where: { tokenHash: sha256(token), purpose: [...purposes], usedAt: { [Op.ne]: null } },
  });
}

/** Makes the newest unused token valid for its whole time again, unless it was issued before `since`. */
export async function extendLatestToken(
  { userId, purpose, since }: { userId: string; purpose: TokenPurpose; since: Date },
  transaction: Transaction,
): Promise<void> {
  const latest = await AccountToken.findOne({
    where: { userId, purpose, usedAt: null, createdAt: { [Op.gt]: since } },
    order: [["createdAt", "DESC"]],
    transaction,
  });
  await latest?.update({ expiresAt: new Date(Date.now() + LIFETIME_MS[purpose]) }, { transaction });
}

export async function revokeTokens(
  { userId, purposes }: { userId: string; purposes: readonly TokenPurpose[] },
  transaction: Transaction,
): Promise<void> {
  await AccountToken.update(
    { usedAt: new Date() },
    { where: { userId, purpose: { [Op.in]: [...purposes] }, usedAt: null }, transaction },
  );
}
