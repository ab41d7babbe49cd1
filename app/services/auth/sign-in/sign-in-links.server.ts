import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { consume, type Limit, RateLimited } from "#app/lib/rate-limiter.server.ts";
import { User } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { withMinimumDuration } from "#app/services/auth/credentials/constant-time.server.ts";
import { extendLatestToken, issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { sendVerificationAgain } from "#app/services/auth/registration/verify-email.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

const PURPOSE = "sign-in-link";

/** Counted apart from other emails, so that requests for those cannot lock the owner out. */
const mailLimit = (email: string): Limit => ({
  name: "sign-in-link",
  points: 5,
  seconds: HOUR / 1000,
  key: toEmailKey(email),
  isSecret: true,
  isDurable: true,
});

/**
 * Sends a link that signs in, if an account has the email, and never reveals whether one does. Over the limit
 * the last link stays valid for another 15 minutes.
 */
export async function requestSignInLink(email: string): Promise<void> {
  const isOverLimit = await consume([mailLimit(email)]).then(
    () => false,
    (error: unknown) => {
      if (error instanceof RateLimited) return true;
      throw error;
    },
  );
  await withMinimumDuration(() =>
    inTransaction(async (transaction) => {
      const user = await User.findOne({ where: { emailKey: toEmailKey(email) }, transaction });
      if (!user?.isActive) return;
      if (isOverLimit) {
        const since = new Date(Date.now() - HOUR);
        await extendLatestToken({ userId: user.id, purpose: PURPOSE, since }, transaction);
      } else if (user.emailVerifiedAt) await sendSignInLink(user, transaction);
      else await sendVerificationAgain(user, transaction);
    }),
  );
}

async function sendSignInLink(user: User, transaction: Transaction): Promise<void> {
  const { id: userId, email, name } = user;
  const token = await issueToken({ userId, purpose: PURPOSE, email }, transaction);
  const link = config.publicUrl + paths.signInByLink({ token });
  await queueMail({ kind: "sign-in-link", to: email, userId, props: { name, link } }, transaction);
}
