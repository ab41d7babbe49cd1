import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { countFailures, RateLimited } from "#app/lib/rate-limiter.server.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  consumeToken,
  findToken,
  revokeTokens,
} from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { consumeCode, parseCode } from "#app/services/auth/credentials/two-factor-codes.server.ts";
import { isKnownDevice } from "#app/services/auth/sessions/known-devices.server.ts";
import { twoFactorLimits } from "./attempt-limits.server.ts";
import { type CreatedSession, type SignInOrigin, startSession } from "./complete-sign-in.server.ts";
import { linkIdentity } from "./link-identity.server.ts";
import type { PendingSecondFactor } from "./sign-in.server.ts";

const PURPOSE = "two-factor";

/** Without `authenticatedAt`, as on /api, the time at which the token was issued counts. */
type SecondFactorInput = SignInOrigin &
  Pick<PendingSecondFactor, "token"> &
  Partial<Pick<PendingSecondFactor, "authenticatedAt" | "link">> & { code: string; now?: Date };

/**
 * Consumes an authenticator's code (each time step once) or a recovery code, and the token, and starts the
 * session in the same transaction: a password reset meanwhile ends either. After a wrong code the token
 * stays valid.
 * @throws {RateLimited} after too many codes; the token ends too
 * @throws {Unauthenticated} `invalid_code`, `second_step_ended` · {Forbidden} `account_deactivated`
 * @throws {Conflict} `linked_elsewhere`
 */
export async function completeSecondFactor({
  token,
  code,
  now = new Date(),
  authenticatedAt,
  link = null,
  ...origin
}: SecondFactorInput): Promise<CreatedSession> {
  const found = await findToken({ token, purpose: PURPOSE });
  if (!found) throw ended();
  const { userId, createdAt } = found;
  const { cookieId } = origin.device;
  const isKnown = await isKnownDevice(userId, cookieId);
  return countWrongCode({ userId, who: isKnown ? `${userId}|${cookieId}` : userId }, async () => {
    const parsed = await parseCode({ userId, code, now });
    return inTransaction(async (transaction) => {
      const user = await lockRow(User, { where: { id: userId }, transaction });
      if (!user) throw ended();
      if (!(await consumeCode({ userId, code: parsed, now }, transaction)))
        throw new Unauthenticated(messages.twoFactor.wrongCode, "invalid_code");
      if (!(await consumeToken({ token, purpose: PURPOSE }, transaction))) throw ended();
      if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
      if (link) await linkIdentity({ ...link, owner: user }, transaction);
      return startSession({ user, authenticatedAt: authenticatedAt ?? createdAt, ...origin }, transaction);
    });
  });
}

/** Counts wrong codes. Over the limit the sign-in starts again with the first factor. */
async function countWrongCode<T>(
  { userId, who }: { userId: string; who: string },
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await countFailures([twoFactorLimits.byAccount(who)], attempt);
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    await inTransaction((transaction) => revokeTokens({ userId, purposes: [PURPOSE] }, transaction));
    throw new RateLimited(error.headers, messages.twoFactor.tooManyCodes);
  }
}

const ended = () => new Unauthenticated(messages.twoFactor.ended, "second_step_ended");
