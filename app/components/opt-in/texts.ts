import type { Language } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";
import { type Catalogue, textsIn } from "#app/schemas/languages/index.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";

export type OptInTexts = Catalogue & { action: Catalogue["actions"]["deposit"] };

/** The page's texts in the form's language, and those for its action. */
export function optInTexts(
  { language, action }: { language: Language; action: PublicForm["action"] },
  locale?: string,
): OptInTexts {
  const texts = textsIn(language, locale);
  return { ...texts, action: texts.actions[action] };
}

/** The owner's title, or the one that fits the action. */
export const optInTitle = (form: Pick<PublicForm, "language" | "action" | "title">): string =>
  form.title.trim() || optInTexts(form).action.title;

/** Where the owner's own privacy notice is, if there is one: at their address, or as a text on a page of ours. */
export const findNotice = ({
  slug,
  language,
  privacyUrl,
  privacyText,
}: Pick<PublicForm, "slug" | "language" | "privacyUrl" | "privacyText">): string | null =>
  privacyUrl ?? (privacyText ? paths.optInPrivacy({ slug, lang: language }) : null);

/** For link previews and search engines: the owner's own sentence, or one that fits every form. */
export function optInDescription(
  form: Pick<PublicForm, "language" | "action" | "title" | "introduction" | "ownerName">,
): string {
  const [own = ""] = (form.introduction ?? "").trim().split("\n");
  return own || optInTexts(form).action.description(optInTitle(form), form.ownerName);
}
