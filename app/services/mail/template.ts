import { clockTime, day } from "#app/lib/format-date.ts";
import type { Language } from "#app/lib/languages.ts";
import { plainName } from "./plain-name.ts";

type MailAction = { label: string; href: string };

/** The content of an email, the same for its HTML and text parts. */
export type MailTemplate = {
  subject: string;
  /** English without it. */
  language?: Language;
  /** Each paragraph starts with the fact, then says what to do. */
  paragraphs: string[];
  action?: MailAction;
  /** Small print: what to do if it was not you. */
  afterwards?: string;
  /**
   * The link of the small print. Links have their own line, because a full stop would become part of them.
   */
  otherAction?: MailAction;
};

export type TemplateContext = {
  brandName: string;
  publicUrl: string;
  /** The reader's time zone. */
  timeZone: string;
};

export const when = (at: string, timeZone: string) =>
  `${day({ at, timeZone, now: at })} at ${clockTime({ at, timeZone })} (${timeZone})`;

export const hello = (name: string | null) => (name === null ? "Hi," : `Hi ${plainName(name)},`);
