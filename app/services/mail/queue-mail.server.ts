import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { newId } from "#app/lib/ids.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import { Mail, type Submission } from "#app/models/index.server.ts";
import type { MailProps, MailType } from "./mail-types.ts";

type NewMail<K extends MailType> = {
  kind: K;
  to: string;
  /** The account the email is about, if any. */
  userId: string | null;
  props: MailProps[K];
  /** The workspace that it is about, if any. */
  workspaceId?: string;
  /** The claim whose visitor it goes to, if any. */
  claim?: Pick<Submission, "id" | "workspaceId">;
  replyTo?: string;
};

/**
 * Queues an email in the transaction of the change it reports. A job sends it, so that a request takes
 * the same time with and without an email and succeeds while the mail server is down.
 */
export async function queueMail<K extends MailType>(
  { kind, to, userId, props, workspaceId, claim, replyTo }: NewMail<K>,
  transaction: Transaction,
): Promise<void> {
  const id = newId();
  const now = new Date();
  await Mail.create(
    {
      id,
      kind,
      userId,
      workspaceId: claim?.workspaceId ?? null,
      submissionId: claim?.id ?? null,
      toAddress: to,
      replyTo: replyTo ?? null,
      props: encrypt(JSON.stringify({ ...props, workspaceId }), id),
      state: "queued",
      dueAt: now,
      attemptCount: 0,
      createdAt: now,
    },
    { transaction },
  );
  announceDue(Mail, transaction);
}
