import type { Language } from "#app/lib/languages.ts";
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

/** For link previews and search engines: the owner's own sentence, or one that fits every form. */
export function optInDescription(
  form: Pick<PublicForm, "language" | "action" | "title" | "introduction" | "ownerName">,
): string {
  const [own = ""] = (form.introduction ?? "").trim().split("\n");
  return own || optInTexts(form).action.description(optInTitle(form), form.ownerName);
}
