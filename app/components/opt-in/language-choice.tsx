import { type Language, languageFacts } from "#app/lib/languages.ts";
import { useTexts } from "./language.tsx";

/** The other languages of the form. The script adds the query that the page was opened with. */
export function LanguageChoice({ current, languages }: { current: Language; languages: Language[] }) {
  const { form } = useTexts();
  const others = languages.filter((language) => language !== current);
  if (others.length === 0) return null;
  return (
    <nav className="languages small" aria-label={form.language}>
      {others.map((language) => {
        const { name, locale } = languageFacts(language);
        return (
          <a key={language} href={`?lang=${language}`} hrefLang={locale} lang={locale} rel="nofollow">
            {name}
          </a>
        );
      })}
    </nav>
  );
}
