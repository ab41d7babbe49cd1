import { inTransaction } from "#app/database/connection.server.ts";
import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  consumeToken,
  findToken,
  revokeTokens,
} from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { consumeCode, parseCode } from "#app/services/auth/credentials/two-factor-codes.server.ts";
import { type SessionCreated, type SignInOrigin, startSession } from "./complete-sign-in.server.ts";
import { linkIdentity, type NewLink } from "./link-identity.server.ts";

const PURPOSE = "second-step";

/**
 * Whose second step a token is, and since when it waits.
 * @throws {Unauthenticated} `second_step_ended` for one that is unknown, used or older than 10 minutes
 */
export async function findSecondFactor({
  token,
}: {
  token: string;
}): Promise<{ userId: string; begunAt: Date }> {
  const found = await findToken({ token, purpose: PURPOSE });
  if (!found) throw ended();
  return { userId: found.userId, begunAt: found.createdAt };
}

/** After too many wrong codes the password is asked for again. */
export async function cancelSecondFactor({ userId }: { userId: string }): Promise<void> {
  await inTransaction((transaction) => revokeTokens({ userId, purposes: [PURPOSE] }, transaction));
}

export type SecondFactorResult = SignInOrigin & {
  token: string;
  code: string;
  /** When a provider proved who this is; the password did when the second step began. */
  provenAt?: Date;
  /** What is linked to the account by this sign-in. */
  link?: NewLink | null;
  now?: Date;
};

/**
 * Takes the app's code, each of its steps once, or a recovery code, each once, and with it the token, and opens the session in the same
 * transaction: a password that is reset meanwhile ends either the token or the session. After a wrong code the token still counts.
 * @throws {Unauthenticated} `invalid_code`, `second_step_ended` · {Forbidden} `account_deactivated` · {Conflict} `linked_elsewhere`
 */
export async function completeSecondFactor({
  token,
  code,
  now = new Date(),
  provenAt,
  link = null,
  ...arrival
}: SecondFactorResult): Promise<SessionCreated> {
  const { userId, begunAt } = await findSecondFactor({ token });
  const read = await parseCode({ userId, code, now });
  return inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true });
    if (!user) throw ended();
    if (!(await consumeCode({ userId, code: read, now }, transaction)))
      throw new Unauthenticated(messages.twoFactor.wrongCode, "invalid_code");
    if (!(await consumeToken({ token, purpose: PURPOSE }, transaction))) throw ended();
    if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
    if (link) await linkIdentity({ owner: user, ...link }, transaction);
    return startSession({ user, provenAt: provenAt ?? begunAt, ...arrival }, transaction);
  });
}

const ended = () => new Unauthenticated(messages.twoFactor.ended, "second_step_ended");
