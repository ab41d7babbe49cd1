import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { MissingTexts } from "#app/lib/form-json.ts";
import {
  englishNameOf,
  LANGUAGE_CODES,
  type Language,
  languageChoice,
  languageFacts,
} from "#app/lib/languages.ts";
import { ConsentTextField } from "./consent-text-field.tsx";
import styles from "./languages-section.module.css";
import { listNames } from "./missing-texts.tsx";
import type { ConsentLists, SettingsValues, TextValues } from "./values.ts";

type LanguagesSectionProps = {
  fields: {
    languages: FieldMetadata<SettingsValues["languages"]>;
    texts: FieldMetadata<SettingsValues["texts"]>;
  };
  /** Those whose texts the page has, beside the main one's. */
  others: Language[];
  missingTexts: MissingTexts[];
  consentLists: ConsentLists;
};

const choices = LANGUAGE_CODES.map((code) => ({ value: code, label: languageChoice(code) }));

/** The languages of the form, and the owner's texts in those besides the default one. */
export function LanguagesSection({ fields, others, missingTexts, consentLists }: LanguagesSectionProps) {
  const languages = fields.languages.getFieldset();
  const texts = fields.texts.getFieldset();
  const enabled = getCollectionProps(languages.enabled, { type: "checkbox", options: LANGUAGE_CODES });
  const toChoices = (isShown: (code: Language) => boolean) =>
    enabled.map(({ key, ...props }, index) => {
      const code = LANGUAGE_CODES[index];
      return code && isShown(code) ? <Choice key={key} {...props} label={languageChoice(code)} /> : null;
    });
  const [byBrowser, fixed] = getCollectionProps(languages.automatic, {
    type: "radio",
    options: ["yes", "no"],
  });
  const { key: byBrowserKey, ...automatic } = byBrowser ?? { key: "" };
  const { key: fixedKey, ...always } = fixed ?? { key: "" };
  return (
    <Panel title="Languages">
      <PanelBody isRoomy>
        <SelectField
          label="Main language"
          field={languages.default}
          choices={choices}
          hint="The language of your texts on the other tabs, and the fallback for visitors."
        />
        <FieldGroup legend="Visitors can read the form in" field={languages.enabled}>
          <div className={styles.languages}>{toChoices((code) => !languageFacts(code).isUnread)}</div>
          <p className={text.small}>Not yet read by a native speaker:</p>
          <div className={styles.languages}>{toChoices((code) => languageFacts(code).isUnread === true)}</div>
          <p className={text.small}>
            We translate buttons, questions and errors. Save, then add your own texts in each language.
          </p>
        </FieldGroup>
        <FieldGroup legend="Which one a visitor gets" field={languages.automatic}>
          <Choice key={byBrowserKey} {...automatic} label="The language of their browser" />
          <Choice key={fixedKey} {...always} label="The main language, until they choose another one" />
        </FieldGroup>
        {others.map((language) => {
          const field = texts[language];
          return field ? (
            <OtherLanguage
              key={language}
              language={language}
              field={field}
              missing={missingTexts.find((one) => one.language === language)?.texts ?? []}
              list={consentLists[language]}
            />
          ) : null;
        })}
      </PanelBody>
    </Panel>
  );
}

type OtherLanguageProps = {
  language: Language;
  field: FieldMetadata<TextValues>;
  missing: MissingTexts["texts"];
  list: string | undefined;
};

/** Open if one of its texts was refused. */
function OtherLanguage({ language, field, missing, list }: OtherLanguageProps) {
  const { title, introduction, consentText, successMessage, privacyText } = field.getFieldset();
  return (
    <details className={styles.texts} open={!field.valid}>
      <summary>
        <b>Your texts in {englishNameOf(language)}</b>{" "}
        <span className={text.small}>
          {missing.length > 0 ? `Shown in the main language: ${listNames(missing)}` : "Complete"}
        </span>
      </summary>
      <div className={styles.fields} lang={languageFacts(language).locale}>
        <Field label={`Title (${language})`} field={title} autoComplete="off" />
        <TextAreaField label={`Introduction (${language})`} field={introduction} rows={3} />
        <ConsentTextField label={`Consent text (${language})`} field={consentText} list={list} />
        <TextAreaField label={`Thank-you message (${language})`} field={successMessage} rows={3} />
        <TextAreaField label={`Privacy notice (${language})`} field={privacyText} rows={3} />
      </div>
    </details>
  );
}
