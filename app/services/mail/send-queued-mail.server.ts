import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { formatsOf, runWithFormats } from "#app/lib/formats-scope.server.ts";
import { log } from "#app/lib/log.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import { Mail } from "#app/models/index.server.ts";
import { planRetry } from "#app/services/retries/plan-retry.server.ts";
import { findNamedWorkspace } from "#app/services/workspaces/link-to-workspace.server.ts";
import { findRegion } from "#app/services/workspaces/memberships.server.ts";
import { recordMailFailure, recordMailSuccess } from "./mail-health.server.ts";
import type { MailProps, MailType } from "./mail-types.ts";
import { renderMail } from "./render-mail.server.tsx";
import { sendMail } from "./transport.server.ts";
import { unsubscribeUrlFor } from "./unsubscribe-links.server.ts";

const RETRIES = {
  stepsMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  scale: config.mailRetryScale,
};
/** How long an email is retried: at most as long as its link is valid. */
const MAX_AGES_MS: Partial<Record<MailType, number>> = {
  "reset-password": HOUR,
  "finish-sign-up": HOUR,
  "verify-email": DAY,
  "change-email": DAY,
};
const MAX_AGE_MS = 3 * DAY;
/** Of who has no account. */
const NO_REGION = { timeZone: "UTC", region: null };

type QueuedProps = MailProps[MailType] & { workspaceId?: string };

/** Sends a claimed email and saves the result under its lease. */
export async function sendQueuedMail(lease: Lease): Promise<void> {
  const mail = await Mail.findOne({ where: { id: lease.id, leaseToken: lease.token } });
  if (!mail) return;
  const kind = mail.kind as MailType;
  if (Date.now() > endOf(mail).getTime()) return giveUp(mail, lease);
  try {
    const { workspaceId, ...props } = JSON.parse(decrypt(mail.props ?? "", mail.id)) as QueuedProps;
    const workspace = await findNamedWorkspace(mail.userId, workspaceId ?? null);
    const region = workspace ?? (mail.userId === null ? NO_REGION : await findRegion(mail.userId));
    const unsubscribeUrl = unsubscribeUrlFor(mail.userId, kind);
    const { timeZone } = region;
    const rendered = await runWithFormats(formatsOf(region), async () =>
      renderMail({ kind, props, timeZone, workspace, unsubscribeUrl }),
    );
    const { id, toAddress: to, replyTo } = mail;
    await sendMail({ ...rendered, id, to, replyTo, unsubscribeUrl });
  } catch (error) {
    return saveFailure(mail, lease, error as SmtpError);
  }
  await end(mail, lease, { state: "sent", props: null, sentAt: new Date(), lastError: null });
  await recordMailSuccess();
}

const endOf = ({ kind, createdAt }: Mail): Date =>
  new Date(createdAt.getTime() + (MAX_AGES_MS[kind as MailType] ?? MAX_AGE_MS));

function giveUp(mail: Mail, lease: Lease): Promise<void> {
  log.warn({ mailId: mail.id, kind: mail.kind }, "an email was given up: its content is outdated");
  return end(mail, lease, { state: "failed", props: null });
}

type Result = Partial<Pick<Mail, "state" | "props" | "sentAt" | "lastError">>;

/** Ends the work on an email. The one that reports a deleted account is erased with its address. */
async function end({ kind }: Mail, lease: Lease, result: Result): Promise<void> {
  const { id, token: leaseToken } = lease;
  await inTransaction<unknown>((transaction) =>
    kind === "deleted"
      ? Mail.destroy({ where: { id, leaseToken }, transaction })
      : finish(Mail, lease, result, transaction),
  );
}

type SmtpError = Error & { responseCode?: number; code?: string };

/** The server refuses the address or the content. If it refuses our credential, the operator can fix that. */
const isPermanent = ({ responseCode = 0, code }: SmtpError) =>
  (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;

/** Of the mail server itself, and not of one address or content. */
const isOfServer = ({ code }: SmtpError) => code !== undefined && !["EENVELOPE", "EMESSAGE"].includes(code);

async function saveFailure(mail: Mail, lease: Lease, error: SmtpError): Promise<void> {
  // Not the message, in which servers quote addresses.
  const lastError = [error.code ?? error.name, error.responseCode].filter(Boolean).join(" ");
  const { id: mailId, kind, attemptCount } = mail;
  if (isOfServer(error)) await recordMailFailure(lastError);
  // It has answered, and works.
  else if (error.responseCode) await recordMailSuccess();
  if (isPermanent(error)) {
    log.warn({ mailId, kind, reason: lastError }, "an email was refused permanently");
    return end(mail, lease, { state: "failed", props: null, lastError });
  }
  const delayMs = planRetry(RETRIES, { failures: attemptCount, until: endOf(mail) });
  if (delayMs === null) return giveUp(mail, lease);
  log.warn({ mailId, kind, reason: lastError, attemptCount }, "an email could not be sent yet");
  await inTransaction((transaction) => reschedule(Mail, lease, { delayMs, lastError }, transaction));
}
