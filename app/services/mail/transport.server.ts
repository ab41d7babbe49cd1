import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import type { RenderedMail } from "./render-mail.server.tsx";

export type OutgoingMail = RenderedMail & { id: string; to: string; replyTo: string | null };

/** A mail as it is kept where there is no mail server: to be read at /dev/mail. */
export type KeptMail = { id: string; to: string; subject: string; html: string; text: string; at: string };

export const MAILS_DIR = path.join(config.dataDir, "mails");

/** Shorter than a lease: who holds a mail has an answer before somebody else takes it. */
const TIMEOUT_MS = 20 * SECOND;

let smtp: Transporter | undefined;

function transporter(): Transporter {
  smtp ??= createTransport({
    url: config.smtpUrl ?? undefined,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 5 * SECOND,
    greetingTimeout: 5 * SECOND,
    socketTimeout: TIMEOUT_MS,
    // What a mail holds is ours alone: nothing of it is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return smtp;
}

/**
 * Hands a mail over: to the server of SMTP_URL, or, without one, to a file.
 * @throws {Error} with `responseCode` where the server refused it
 */
export async function sendMail({ id, to, replyTo, subject, html, text }: OutgoingMail): Promise<void> {
  // Without either an answer goes to MAIL_FROM.
  const answersTo = replyTo ?? config.contactTo;
  const message = {
    from: config.mailFrom,
    // As an object it is one address, whatever stands in it.
    to: { name: "", address: to },
    ...(answersTo ? { replyTo: { name: "", address: answersTo } } : {}),
    subject,
    html,
    text,
    // The same at every try: a mail that was sent twice is seen to be one.
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
  if (config.smtpUrl) {
    await transporter().sendMail(message);
    return;
  }
  const { message: source } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    message,
  );
  const kept: KeptMail = { id, to, subject, html, text, at: new Date().toISOString() };
  await mkdir(MAILS_DIR, { recursive: true });
  await writeWhole(`${id}.eml`, source as Buffer);
  await writeWhole(`${id}.json`, JSON.stringify(kept));
}

/** Whoever lists the folder sees a file whole or not at all. */
async function writeWhole(name: string, content: string | Buffer): Promise<void> {
  const file = path.join(MAILS_DIR, name);
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export function closeTransport(): void {
  smtp?.close();
  smtp = undefined;
}
