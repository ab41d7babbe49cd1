import { renderToStaticMarkup } from "react-dom/server";
import { config } from "#app/env.server.ts";
import type { NamedWorkspace } from "#app/services/workspaces/link-to-workspace.server.ts";
import type { MailProps, MailType } from "./mail-types.ts";
import { plainName } from "./plain-name.ts";
import type { MailTemplate } from "./template.ts";
import { TemplateHtml } from "./template-html.tsx";
import { buildTemplate } from "./templates.ts";

export type RenderedMail = { subject: string; html: string; text: string };

type MailContent<K extends MailType> = {
  kind: K;
  props: MailProps[K];
  timeZone: string;
  /** Set for readers who are members of several. */
  workspace?: NamedWorkspace | null;
  /** The link that unsubscribes from this kind; null if none does. */
  unsubscribeUrl: string | null;
};

/** An email with its HTML and text parts. */
export function renderMail<K extends MailType>({
  kind,
  props,
  timeZone,
  workspace = null,
  unsubscribeUrl,
}: MailContent<K>): RenderedMail {
  const { brandName, publicUrl } = config;
  const letter = inWorkspace(buildTemplate(kind, props, { brandName, publicUrl, timeZone }), workspace);
  const page = (
    <TemplateHtml
      letter={letter}
      brandName={brandName}
      publicUrl={publicUrl}
      unsubscribeUrl={unsubscribeUrl}
    />
  );
  const html = `<!doctype html>${renderToStaticMarkup(page)}`;
  // A line break in the subject would start another header.
  return { subject: letter.subject.replace(/\s+/g, " "), html, text: asText(letter, unsubscribeUrl) };
}

/** Puts the workspace's name into the subject, and makes the button open its page in that workspace. */
function inWorkspace(letter: MailTemplate, workspace: NamedWorkspace | null): MailTemplate {
  if (workspace === null) return letter;
  const { action } = letter;
  const isOwn = action?.href.startsWith(`${config.publicUrl}/`);
  return {
    ...letter,
    subject: `${plainName(workspace.name)}: ${letter.subject}`,
    ...(action && isOwn
      ? {
          action: {
            ...action,
            href: config.publicUrl + workspace.toPath(action.href.slice(config.publicUrl.length)),
          },
        }
      : {}),
  };
}

function asText(
  { subject, paragraphs, action, afterwards, otherAction }: MailTemplate,
  unsubscribeUrl: string | null,
): string {
  const { brandName, publicUrl } = config;
  return [
    subject,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...(afterwards ? [afterwards] : []),
    ...(otherAction ? [`${otherAction.label}:\n${otherAction.href}`] : []),
    ...(unsubscribeUrl ? [`Unsubscribe from these emails:\n${unsubscribeUrl}`] : []),
    `-- \n${brandName}\n${publicUrl}\n`,
  ].join("\n\n");
}
