import type { FieldMetadata } from "@conform-to/react";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { englishNameOf, type Language } from "#app/lib/languages.ts";
import type { DoorNeeds } from "#app/lib/telegram.ts";

/** A text in a language of the forms, and what the bot says without one. */
export type DoorLanguage = { language: Language; neutral: string };

const STATES: { value: DoorNeeds; label: string }[] = [
  { value: "claimed", label: "Everybody with a claim" },
  { value: "verified", label: "Everybody with a verified claim" },
];

type NeedsFieldsProps = {
  fields: { state: FieldMetadata<string>; platformId: FieldMetadata<string> };
  platforms: { id: string; name: string }[];
};

/** Whom a door is for. */
export function NeedsFields({ fields, platforms }: NeedsFieldsProps) {
  return (
    <div className={layout.halves}>
      <SelectField label="Whom it is for" field={fields.state} choices={STATES} />
      <SelectField
        label="At which broker"
        field={fields.platformId}
        none="Any broker"
        choices={platforms.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
}

type Texts = Record<Language, string>;

/** How many languages are open before the others are folded. */
const OPEN_MAX = 3;

/** What the bot says when a door opens, in each language of the forms. */
export function DoorTexts({ field, languages }: { field: FieldMetadata<Texts>; languages: DoorLanguage[] }) {
  const fields = field.getFieldset();
  const areas = (some: DoorLanguage[]) =>
    some.map(({ language, neutral }) => (
      <TextAreaField
        key={language}
        label={`What the bot says when it opens (${englishNameOf(language)})`}
        field={fields[language]}
        rows={2}
        placeholder={neutral}
      />
    ));
  const folded = languages.slice(OPEN_MAX);
  return (
    <>
      {areas(languages.slice(0, OPEN_MAX))}
      {folded.length > 0 ? (
        <details open={folded.some(({ language }) => !fields[language].valid)}>
          <summary className={text.opener}>In {folded.length} more languages</summary>
          <div className={layout.stack}>{areas(folded)}</div>
        </details>
      ) : null}
      <p className={text.small}>
        Without a text of yours the bot says the neutral sentence. It writes nothing else about the channel.
      </p>
    </>
  );
}

/** "Verified claims at Halden" */
export function describeNeeds(
  { state, platformId }: { state: DoorNeeds; platformId: string | null },
  platforms: { id: string; name: string }[],
): string {
  const who = state === "claimed" ? "Claims" : "Verified claims";
  const broker = platforms.find(({ id }) => id === platformId);
  return broker ? `${who} at ${broker.name}` : who;
}
