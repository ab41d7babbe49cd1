import { Forbidden, Unauthenticated } from "#app/lib/errors.ts";
import { inTransaction, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages.ts";
import { endTokens, findToken, takeToken } from "./account-tokens.server.ts";
import { type Arrival, enter, type Opened } from "./enter.server.ts";
import { linkIdentity, type NewLink } from "./link-identity.server.ts";
import { readCode, takeCode } from "./second-step-codes.server.ts";

const PURPOSE = "second-step";

/**
 * Whose second step a token is, and since when it waits.
 * @throws {Unauthenticated} `second_step_ended` for one that is unknown, used or older than 10 minutes
 */
export async function findSecondStep({
  token,
}: {
  token: string;
}): Promise<{ userId: string; begunAt: Date }> {
  const found = await findToken({ token, purpose: PURPOSE });
  if (!found) throw ended();
  return { userId: found.userId, begunAt: found.createdAt };
}

/** After too many wrong codes the password is asked for again. */
export async function endSecondStep({ userId }: { userId: string }): Promise<void> {
  await inTransaction((transaction) => endTokens({ userId, purposes: [PURPOSE] }, transaction));
}

export type CodeTried = Arrival & {
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
export async function completeSecondStep({
  token,
  code,
  now = new Date(),
  provenAt,
  link = null,
  ...arrival
}: CodeTried): Promise<Opened> {
  const { userId, begunAt } = await findSecondStep({ token });
  const read = await readCode({ userId, code, now });
  return inTransaction(async (transaction) => {
    const user = await User.findByPk(userId, { transaction, lock: true });
    if (!user) throw ended();
    if (!(await takeCode({ userId, code: read, now }, transaction)))
      throw new Unauthenticated(messages.twoStep.wrongCode, "invalid_code");
    if (!(await takeToken({ token, purpose: PURPOSE }, transaction))) throw ended();
    if (!user.isActive) throw new Forbidden("account_deactivated", messages.auth.deactivated);
    if (link) await linkIdentity({ owner: user, ...link }, transaction);
    return enter({ user, provenAt: provenAt ?? begunAt, ...arrival }, transaction);
  });
}

const ended = () => new Unauthenticated(messages.twoStep.ended, "second_step_ended");
