import { inTransaction } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { CONTACT_SUBJECT_LABELS } from "#app/lib/domain.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { ContactMessage } from "#app/models/index.server.ts";
import type { ContactInput } from "#app/schemas/contact.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { verifyFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";

type ContactCall = {
  input: ContactInput;
  /** Whether the form's signed time is required: for everything but a program's JSON. */
  needsToken: boolean;
};

/**
 * Stores a message and queues its email to us, in one transaction.
 * @throws {Forbidden} `unverifiable_submission` if it was not sent by a person
 */
export async function sendContactMessage({ input, needsToken }: ContactCall): Promise<void> {
  assertPerson(input, needsToken);
  const { name, email, subject, message } = input;
  const company = input.company || null;
  await inTransaction(async (transaction) => {
    await ContactMessage.create(
      { name, email, company, subject, message, createdAt: new Date() },
      { transaction },
    );
    await queueMail(
      {
        kind: "contact-message",
        to: config.contactTo ?? senderAddress(),
        userId: null,
        replyTo: email,
        props: { name, email, company, subject: CONTACT_SUBJECT_LABELS[subject], message },
      },
      transaction,
    );
  });
}

function assertPerson({ website, formToken }: ContactInput, needsToken: boolean): void {
  if (website) throw new Forbidden("unverifiable_submission", messages.contact.unverifiable);
  if (!needsToken && formToken === undefined) return;
  const verdict = verifyFormToken(formToken);
  if (verdict === "good") return;
  const isStale = verdict === "too-old" || verdict === "too-young";
  throw new Forbidden(
    "unverifiable_submission",
    isStale ? messages.contact.stale : messages.contact.unverifiable,
  );
}

/** The address in MAIL_FROM, which may have a name before it. */
const senderAddress = () => /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
