import { redirect } from "@remix-run/node";
import { config } from "#app/env.server.ts";
import { chooseFromAll, chooseLanguage, type LanguageRequest } from "#app/http/choose-language.server.ts";
import type { ConversionAction } from "#app/lib/domain.ts";
import type { Language } from "#app/lib/languages.ts";
import { isSlug } from "#app/lib/slug.ts";
import { paths } from "#app/paths.ts";
import type { FormLook } from "#app/schemas/shared/form-look.ts";
import { findClosedForm } from "#app/services/opt-in-forms/closed-forms.server.ts";
import { findLiveForm, type LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

export type GonePage = {
  view: "gone";
  language: Language;
  /** It is open and offers no platform: there is nothing to choose. */
  isNotReady?: boolean;
  ownerName: string | null;
  action?: ConversionAction | undefined;
  look: FormLook | null;
  continueHref: string | null;
};

/** What the page of an open form shows until its owner has added a platform. */
export const notReadyPage = (
  { page: { ownerName, action, look, redirectUrl }, languages }: LiveForm,
  asked: LanguageRequest,
): GonePage => ({
  language: chooseLanguage(languages, asked),
  view: "gone",
  isNotReady: true,
  ownerName,
  action,
  look,
  continueHref: redirectUrl,
});

/**
 * What the page shows where no form is open.
 * @throws {Response} a redirect to the form's new address, with the query that it was opened with, or to the
 *   same address in lower case, because phones capitalize what is typed
 */
export async function gonePage(slug: string, asked: LanguageRequest): Promise<GonePage> {
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
    action: closed?.action,
    look: closed?.look ?? null,
    continueHref: closed?.redirectUrl ?? null,
  };
}

/** A slug with something behind it that no slug has, as it was sent. */
const STUCK = /^\/optin\/([a-z0-9-]{3,50})([^a-z0-9/-][^/]*)\/?$/i;
/** Whatever stands between a slug and the first parameter's name. */
const SEPARATORS = /^(?:%[\da-f]{2}|\W)+/i;

/**
 * Leads an address with something stuck to it, as messengers and ad tools send it, to its form: `/optin/x.`,
 * `/optin/x&fbclid=1`, `/optin/x%3Ffbclid%3D1`. What is stuck to it is read as its query.
 * @throws {Response} a redirect, if a form has the slug
 */
export async function leadToForm(pathname: string, search: string): Promise<void> {
  const [, typed = "", stuck = ""] = STUCK.exec(pathname) ?? [];
  const slug = typed.toLowerCase();
  if (stuck === "" || /^%2f/i.test(stuck) || !isSlug(slug)) return;
  const isOpen = (await findLiveForm(slug)) !== null;
  const closed = isOpen ? null : await findClosedForm(slug);
  if (!isOpen && !closed) return;
  const query = [toQuery(stuck), search.slice(1)].filter(Boolean).join("&");
  throw redirect(`${paths.optIn({ slug: closed?.movedTo ?? slug })}${query === "" ? "" : `?${query}`}`);
}

function toQuery(stuck: string): string {
  const text = stuck.includes("=") ? stuck : decodeURIComponent(stuck);
  const query = text.replace(SEPARATORS, "");
  return query.includes("=") ? new URL(`?${query}`, config.publicUrl).search.slice(1) : "";
}
