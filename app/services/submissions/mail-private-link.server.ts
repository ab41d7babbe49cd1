import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, SECOND } from "#app/lib/dates.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import {
  addressKey,
  consume,
  consumeQuota,
  QuotaReached,
  RateLimited,
} from "#app/lib/rate-limiter.server.ts";
import { type OptInForm, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { createPrivateToken } from "./private-links.server.ts";

/** Emails of private links: 30 an hour by IP address, three a day by email address. */
const linkMailLimits = (clientAddress: string, emailKey: string) => [
  {
    name: "link-mail-address",
    points: 30,
    seconds: HOUR / SECOND,
    key: addressKey(clientAddress),
    isDurable: true,
  },
  { name: "link-mail-email", points: 3, seconds: DAY / SECOND, key: emailKey, isDurable: true },
];

/** One for each claim, whatever `RATE_LIMIT_SCALE` is. */
const oncePerClaim = (submissionId: string) => ({
  name: "link-mail-claim",
  points: 1,
  seconds: (365 * DAY) / SECOND,
  key: submissionId,
  code: "rate_limited" as const,
  message: "The link was sent already.",
});

type Arguments = {
  submission: Submission;
  form: OptInForm;
  /** Of the form, as the visitor opened it. */
  slug: string;
  clientAddress: string;
};

/** Queues an email with a visitor's private link. Whoever asks does not learn whether a limit has kept it. */
export async function mailPrivateLink({ submission, form, slug, clientAddress }: Arguments): Promise<void> {
  const { id, workspaceId, emailKey } = submission;
  try {
    await consume(linkMailLimits(clientAddress, emailKey));
    await consumeQuota(oncePerClaim(id), 1);
  } catch (error) {
    if (error instanceof RateLimited || error instanceof QuotaReached) return;
    throw error;
  }
  const link = config.publicUrl + paths.privateLink({ slug, token: createPrivateToken(id) });
  const language = submission.language ?? readFormJson(form).languages.default;
  const props = { link, owner: form.ownerName, language };
  await inTransaction(async (transaction) => {
    // An erasure that ran meanwhile has deleted the emails of the claim that it found.
    const where = { id, workspaceId, erasedAt: null };
    const claim = await lockRow(Submission, {
      where,
      attributes: ["id", "workspaceId", "email"],
      transaction,
    });
    if (!claim) return;
    await queueMail({ kind: "private-link", to: claim.email, userId: null, props, claim }, transaction);
  });
}
