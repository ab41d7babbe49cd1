import { useId } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import text from "#app/components/ui/text.module.css";
import { LANGUAGE_CODES, type Language, languageChoice } from "#app/lib/languages.ts";
import styles from "./new-form-languages.module.css";
import { useOwnForm } from "./own-form-context.ts";

/** Asks in which languages a new form is made. The first that is ticked is its main one. */
export function NewFormLanguages() {
  const { languages } = useOwnForm();
  const others = LANGUAGE_CODES.filter((code) => !languages.includes(code));
  return (
    <fieldset className={styles.question}>
      <legend>Which languages do your visitors speak?</legend>
      <div className={styles.languages}>
        {languages.map((code) => (
          <LanguageBox key={code} code={code} isChecked />
        ))}
      </div>
      <details>
        <summary className={text.small}>More languages</summary>
        <div className={styles.languages}>
          {others.map((code) => (
            <LanguageBox key={code} code={code} />
          ))}
        </div>
      </details>
      <p className={text.small}>
        Each visitor gets the language of their browser, or else the first one. You can change this later.
      </p>
    </fieldset>
  );
}

function LanguageBox({ code, isChecked = false }: { code: Language; isChecked?: boolean }) {
  const id = useId();
  return (
    <Choice
      id={id}
      type="checkbox"
      name="languages"
      value={code}
      defaultChecked={isChecked}
      label={languageChoice(code)}
    />
  );
}
