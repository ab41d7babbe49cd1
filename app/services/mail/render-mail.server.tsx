import { render } from "@react-email/render";
import { config } from "#app/env.server.ts";
import { LetterHtml } from "./letter-html.tsx";
import { type Letter, writeLetter } from "./letters.ts";
import type { MailKind, MailProps } from "./mail-kinds.ts";

export type RenderedMail = { subject: string; html: string; text: string };

type ToRender<K extends MailKind> = { kind: K; props: MailProps[K]; timeZone: string };

/** A mail with both its parts. */
export async function renderMail<K extends MailKind>({
  kind,
  props,
  timeZone,
}: ToRender<K>): Promise<RenderedMail> {
  const { brandName, publicUrl } = config;
  const letter = writeLetter(kind, props, { brandName, publicUrl, timeZone });
  const html = await render(<LetterHtml letter={letter} brandName={brandName} publicUrl={publicUrl} />);
  // A subject is a header: a line break in it would begin another one.
  return { subject: letter.subject.replace(/\s+/g, " "), html, text: asText(letter) };
}

function asText({ subject, paragraphs, action, afterwards }: Letter): string {
  const { brandName, publicUrl } = config;
  return [
    subject,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...(afterwards ? [afterwards] : []),
    `-- \n${brandName}\n${publicUrl}\n`,
  ].join("\n\n");
}
