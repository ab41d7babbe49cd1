import { redirect } from "@remix-run/node";
import { type Asked, chooseLanguage } from "#app/http/choose-language.server.ts";
import {
  FIRST_LANGUAGE,
  type FormLanguages,
  LANGUAGE_CODES,
  type Language,
  languageFacts,
} from "#app/lib/languages.ts";
import { isSlug } from "#app/lib/slug.ts";
import { paths } from "#app/paths.ts";
import { findClosedForm } from "#app/services/opt-in-forms/closed-forms.server.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

export type GonePage = {
  view: "gone";
  language: Language;
  /** It is open and offers no platform: there is nothing to choose. */
  isNotReady?: boolean;
  ownerName: string | null;
  continueHref: string | null;
};

/** The language of a page that belongs to no form. */
export const chooseFromAll = (asked: Asked): Language => chooseLanguage(ALL, asked);

/** Where nobody has chosen: all that native speakers have read. */
const ALL: FormLanguages = {
  default: FIRST_LANGUAGE,
  enabled: LANGUAGE_CODES.filter((code) => !languageFacts(code).isUnread),
  automatic: true,
};

/** What the page of an open form shows until its owner has added a platform. */
export const notReadyPage = (
  { page: { ownerName, redirectUrl }, languages }: LiveForm,
  asked: Asked,
): GonePage => ({
  language: chooseLanguage(languages, asked),
  ...{ view: "gone", isNotReady: true },
  ...{ ownerName, continueHref: redirectUrl },
});

/**
 * What the page shows where no form is open.
 * @throws {Response} a redirect to the form's new address, with the query that it was opened with, or to the
 *   same address in lower case, because phones capitalize what is typed
 */
export async function gonePage(slug: string, asked: Asked): Promise<GonePage> {
  const { search } = asked;
  const lower = slug.toLowerCase();
  if (lower !== slug && isSlug(lower)) throw redirect(paths.optIn({ slug: lower }) + search);
  const closed = await findClosedForm(slug);
  if (closed?.movedTo) throw redirect(paths.optIn({ slug: closed.movedTo }) + search);
  const language = closed ? chooseLanguage(closed.languages, asked) : chooseFromAll(asked);
  return {
    view: "gone",
    language,
    ownerName: closed?.ownerName ?? null,
    continueHref: closed?.redirectUrl ?? null,
  };
}
