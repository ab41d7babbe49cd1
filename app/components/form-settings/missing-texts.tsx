import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import type { MissingTexts } from "#app/lib/form-json.ts";
import { englishNameOf, type FormLanguages } from "#app/lib/languages.ts";
import { paths } from "#app/paths.ts";

const NAMES: Record<MissingTexts["texts"][number], string> = {
  title: "title",
  introduction: "introduction",
  consentText: "consent text",
  successMessage: "thank-you message",
  privacyText: "privacy notice",
};

export const listNames = (texts: MissingTexts["texts"]): string =>
  new Intl.ListFormat("en-US").format(texts.map((name) => NAMES[name]));

type MissingTextsNoteProps = {
  formId: string | undefined;
  missing: MissingTexts[];
  languages: FormLanguages;
};

/** Says which of the owner's texts visitors read in another language than the form. */
export function MissingTextsNote({ formId, missing, languages }: MissingTextsNoteProps) {
  if (missing.length === 0) return null;
  const main = englishNameOf(languages.default);
  const others = missing.filter(({ language }) => language !== languages.default);
  return (
    <Alert
      tone="copper"
      action={
        <ButtonLink isSmall to={paths.formSettings({ formId, tab: "languages" })}>
          Write them
        </ButtonLink>
      }
    >
      <b className={text.strong}>Visitors read some of your texts in another language than the form.</b>{" "}
      <span className={text.secondary}>
        {others.length > 0 ? `These are shown in ${main}. ` : ""}
        {others.map(({ language, texts }) => `${englishNameOf(language)}: ${listNames(texts)}. `).join("")}
        {missing.length > others.length
          ? `The consent text in ${main} is the same as in another language.`
          : ""}
      </span>
    </Alert>
  );
}
