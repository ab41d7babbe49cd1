import { paths } from "#app/paths.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { OptInCard } from "./card.tsx";
import { optInTexts, optInTitle } from "./texts.ts";

type Props = {
  form: Pick<PublicForm, "slug" | "language" | "logo" | "look" | "ownerName" | "action" | "title">;
  text: string;
  brandName: string;
  privacyHref: string;
};

/** What the form's owner does with visitors' data, in their own words. */
export function OptInPrivacyNotice({ form, text, brandName, privacyHref }: Props) {
  const { slug, language: lang, ownerName } = form;
  return (
    <OptInCard language={lang} form={form} look={form.look} brandName={brandName} privacyHref={privacyHref}>
      <h1>{optInTexts(form).form.privacyNotice(ownerName)}</h1>
      <p className="owner-text" dir="auto">
        {text}
      </p>
      <p>
        <a className="tap" href={paths.optIn({ slug, lang })}>
          {optInTitle(form)}
        </a>
      </p>
    </OptInCard>
  );
}
