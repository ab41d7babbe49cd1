import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import type { RenderedMail } from "./render-mail.server.tsx";

export type OutgoingMail = RenderedMail & {
  id: string;
  to: string;
  replyTo: string | null;
  unsubscribeUrl: string | null;
};

/** An email written to a file because no mail server is configured; shown at /dev/mail. */
export type MailFile = { id: string; to: string; subject: string; html: string; text: string; at: string };

export const MAILS_DIR = path.join(config.dataDir, "mails");

/** Shorter than a lease, so that the result is known before another worker can claim the email. */
const TIMEOUT_MS = 20 * SECOND;

let smtp: Transporter | undefined;

function transporter(): Transporter {
  smtp ??= createTransport({
    url: config.smtpUrl ?? undefined,
    pool: true,
    // As many as both jobs send at once.
    maxConnections: 6,
    connectionTimeout: 5 * SECOND,
    greetingTimeout: 5 * SECOND,
    socketTimeout: TIMEOUT_MS,
    // Content never comes from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return smtp;
}

/**
 * Sends an email through SMTP_URL, or writes it to a file without one.
 * @throws {Error} with `responseCode` if the server refused it
 */
export async function sendMail({
  id,
  to,
  replyTo,
  subject,
  html,
  text,
  unsubscribeUrl,
}: OutgoingMail): Promise<void> {
  // Without a reply-to, replies go to MAIL_FROM.
  const answersTo = replyTo ?? config.contactTo;
  const message = {
    from: config.mailFrom,
    // An object is always one address, whatever it contains.
    to: { name: "", address: to },
    ...(answersTo ? { replyTo: { name: "", address: answersTo } } : {}),
    subject,
    html,
    text,
    // The same on every attempt, so that duplicates can be recognized.
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribeUrl) },
  };
  if (config.smtpUrl) {
    await transporter().sendMail(message);
    return;
  }
  const { message: source } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    message,
  );
  const file: MailFile = { id, to, subject, html, text, at: new Date().toISOString() };
  await mkdir(MAILS_DIR, { recursive: true });
  await writeWhole(`${id}.eml`, source as Buffer);
  await writeWhole(`${id}.json`, JSON.stringify(file));
}

/** For the mail program's own button, which posts without confirmation: RFC 8058. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/**
 * Checks that an email could be sent now: the mail server accepts a sign-in, or the folder is writable.
 * @throws {Error} otherwise
 */
export async function checkTransport(): Promise<void> {
  if (config.smtpUrl) {
    await transporter().verify();
    return;
  }
  await mkdir(MAILS_DIR, { recursive: true });
  await access(MAILS_DIR, constants.W_OK);
}

/** Renames into place, so that readers never see a partial file. */
async function writeWhole(name: string, content: string | Buffer): Promise<void> {
  const file = path.join(MAILS_DIR, name);
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export function closeTransport(): void {
  smtp?.close();
  smtp = undefined;
}
