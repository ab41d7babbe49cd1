import type { SaveConflict } from "#app/components/form-settings/conflict-note.tsx";
import { type FormTexts, TEXT_NAMES } from "#app/lib/form-json.ts";
import { englishNameOf } from "#app/lib/languages.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import type { FormSettings, FormSettingsValues } from "#app/schemas/form-settings.ts";
import type { OwnForm } from "#app/services/form-settings/own-forms.server.ts";

const labels = {
  name: "Name",
  slug: "Address",
  isActive: "Open",
  ownerName: "Your name",
  logo: "Logo",
  look: "Color and theme",
  action: "Visitors confirm",
  title: "Title",
  introduction: "Introduction",
  selectedPlatforms: "Brokers on the form",
  amountField: "Amount",
  phoneCountry: "Phone country",
  consentText: "Consent text",
  allowRepeat: "The same email may confirm again",
  successMessage: "Thank-you message",
  redirectUrl: "Continue to",
  privacyUrl: "Address of your privacy notice",
  privacyText: "Privacy notice",
  clickDays: "Days that a click is kept",
  slowDown: "Claims a minute that count as usual",
  frameOrigins: "Websites that may embed your form",
  languages: "Languages",
  texts: "Texts in other languages",
} satisfies Partial<Record<keyof FormSettings, string>>;

/** The saved values that differ from what was typed, and the version to save over. */
export function describeSaved(own: OwnForm | null, typed: FormSettingsValues): SaveConflict {
  if (!own) return { version: 0, saved: [] };
  const settings = { ...presentFormSettings(own), name: own.form.name };
  const names = Object.keys(labels) as (keyof typeof labels)[];
  const others = (texts: Texts = {}) => toText({ ...texts, [settings.languages.default]: undefined });
  const differing = names.filter((name) =>
    name === "texts"
      ? others(settings.texts) !== others(typed.texts)
      : JSON.stringify(settings[name]) !== JSON.stringify(typed[name]),
  );
  return {
    version: settings.version,
    saved: differing.map((name) => ({
      label: labels[name],
      value: name === "texts" ? others(settings.texts) : toText(settings[name]),
    })),
  };
}

type Texts = Record<string, object | undefined>;

/** What is empty is not there, as in what is saved. */
function toText(value: FormSettings[keyof typeof labels] | Texts): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return `${value.length}`;
  if (typeof value !== "object" || value === null) return `${value ?? ""}`;
  if ("enabled" in value) return (value as FormSettings["languages"]).enabled.map(englishNameOf).join(", ");
  if ("theme" in value) {
    const { accentColor, theme } = value as FormSettings["look"];
    return `${accentColor ?? "the product's color"}, ${theme}`;
  }
  return Object.entries(value)
    .flatMap(([language, texts]) => {
      const written = TEXT_NAMES.map((name) => ((texts ?? {}) as Partial<FormTexts>)[name]).filter(Boolean);
      return written.length > 0 ? [`${language}: ${written.join(" / ")}`] : [];
    })
    .sort()
    .join("; ");
}
