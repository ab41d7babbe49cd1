import pLimit from "p-limit";
import { claimMails, saveMailOutcome } from "#app/database/queries/mail-claims.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { type PollingJob, startPolling } from "#app/lib/polling-job.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import type { Mail } from "#app/models/index.server.ts";
import { findTimeZone } from "#app/services/workspaces/memberships.server.ts";
import type { MailProps, MailType } from "./mail-types.ts";
import { renderMail } from "./render-mail.server.tsx";
import { closeTransport, sendMail } from "./transport.server.ts";

const CLAIM_LIMIT = 20;
const PARALLEL = 3;
const STOP_MS = 10 * SECOND;
const RETRIES_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
/** How long a mail is tried: not past the life of the link in it. */
const TRIED_FOR_MS: Partial<Record<MailType, number>> = {
  "reset-password": HOUR,
  "finish-sign-up": HOUR,
  "verify-email": DAY,
  "change-email": DAY,
};
const TRIED_AT_MOST_MS = 3 * DAY;

/** Sends queued mails, round after round, until stopped. Any number may run at once, in any number of processes. */
export function startMailWorker(): PollingJob {
  const rounds = startPolling({ job: "mails", pauseMs: config.mailPollMs, stopMs: STOP_MS, round });
  return {
    async stop() {
      await rounds.stop();
      closeTransport();
    },
  };
}

async function round(isStopping: () => boolean): Promise<boolean> {
  const { leaseToken, mails } = await claimMails(CLAIM_LIMIT);
  const limit = pLimit(PARALLEL);
  await Promise.all(
    mails.map((mail) =>
      limit(async () => {
        // Not begun: its lease runs out by itself.
        if (!isStopping()) await attempt(mail, leaseToken);
      }),
    ),
  );
  return mails.length === CLAIM_LIMIT;
}

async function attempt(mail: Mail, leaseToken: string): Promise<void> {
  const claim = { id: mail.id, leaseToken };
  const kind = mail.kind as MailType;
  const ageMs = Date.now() - mail.createdAt.getTime();
  if (ageMs > (TRIED_FOR_MS[kind] ?? TRIED_AT_MOST_MS)) {
    log.warn({ mailId: mail.id, kind }, "a mail was given up: what it says is no longer true");
    return saveMailOutcome(claim, { state: "failed", props: null });
  }
  try {
    const props = JSON.parse(decrypt(mail.props ?? "", mail.id)) as MailProps[MailType];
    const timeZone = mail.userId === null ? "UTC" : await findTimeZone(mail.userId);
    const rendered = await renderMail({ kind, props, timeZone });
    await sendMail({ ...rendered, id: mail.id, to: mail.toAddress, replyTo: mail.replyTo });
  } catch (error) {
    return settleFailure(mail, claim, error as SmtpError);
  }
  await saveMailOutcome(claim, { state: "sent", props: null, sentAt: new Date(), lastError: null });
}

type SmtpError = Error & { responseCode?: number; code?: string };

/** What a server refuses for good: the address, or what is sent. A credential of ours that it refuses is mended by whoever runs this. */
const isForGood = ({ responseCode = 0, code }: SmtpError) =>
  (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;

async function settleFailure(
  mail: Mail,
  claim: { id: string; leaseToken: string },
  error: SmtpError,
): Promise<void> {
  // Not the message: servers quote addresses in it.
  const reason = [error.code ?? error.name, error.responseCode].filter(Boolean).join(" ");
  if (isForGood(error)) {
    log.warn({ mailId: mail.id, kind: mail.kind, reason }, "a mail was refused for good");
    return saveMailOutcome(claim, { state: "failed", props: null, lastError: reason });
  }
  const waitMs = RETRIES_MS[Math.min(mail.attempts, RETRIES_MS.length) - 1] ?? HOUR;
  log.warn(
    { mailId: mail.id, kind: mail.kind, reason, attempts: mail.attempts },
    "a mail waits to be sent again",
  );
  await saveMailOutcome(claim, {
    dueAt: new Date(Date.now() + waitMs * config.mailRetryScale),
    lastError: reason,
  });
}
