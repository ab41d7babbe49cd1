import { type Language, languageFacts } from "#app/lib/languages.ts";
import { useTexts } from "./language.tsx";

/** The form that the buttons of its languages send. */
export const FORM_ID = "form";

/**
 * The other languages of the form. Each posts what was typed to the same address, which stores nothing; the
 * script keeps it in the tab instead.
 */
export function LanguageChoice({ current, languages }: { current: Language; languages: Language[] }) {
  const { form } = useTexts();
  const others = languages.filter((language) => language !== current);
  if (others.length === 0) return null;
  return (
    <nav className="languages small" aria-label={form.language}>
      {others.map((language) => {
        const { name, locale } = languageFacts(language);
        return (
          <button key={language} type="submit" form={FORM_ID} name="lang" value={language} lang={locale}>
            {name}
          </button>
        );
      })}
    </nav>
  );
}
