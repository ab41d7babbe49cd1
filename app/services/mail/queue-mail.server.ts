import type { Transaction } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import { Mail } from "#app/models/index.server.ts";
import type { MailKind, MailProps } from "./mail-kinds.ts";

type NewMail<K extends MailKind> = {
  kind: K;
  to: string;
  /** Whose account it is about; null when it is about none. */
  userId: string | null;
  props: MailProps[K];
  replyTo?: string;
};

/**
 * Keeps a mail to be sent, in the transaction of what it tells: either both happened or neither. It leaves with the worker, not with the
 * request, so that a request takes as long without a mail as with one, and succeeds while the mail server is down.
 */
export async function queueMail<K extends MailKind>(
  { kind, to, userId, props, replyTo }: NewMail<K>,
  transaction: Transaction,
): Promise<void> {
  const id = newId();
  const now = new Date();
  await Mail.create(
    {
      id,
      kind,
      userId,
      toAddress: to,
      replyTo: replyTo ?? null,
      props: encrypt(JSON.stringify(props), id),
      state: "queued",
      dueAt: now,
      attempts: 0,
      createdAt: now,
    },
    { transaction },
  );
}
