import { PRODUCT_COLOR } from "#app/components/opt-in/look.ts";
import { type FormTexts, TEXT_NAMES } from "#app/lib/form-json.ts";
import type { Language } from "#app/lib/languages.ts";
import { mapValues } from "#app/lib/objects.ts";
import type { FormSettings } from "#app/schemas/form-settings.ts";
import type { SettingName } from "#app/schemas/form-settings-table.ts";

/** What a form's field shows of a value: a text, or a tick. */
type Shown<Value> = Value extends boolean
  ? string | undefined
  : Value extends string | number | null
    ? string
    : Value;

/** Fields that are not the setting's own value. */
type OwnFields = {
  version: string;
  look: { hasAccent: string; accentColor: string; theme: string };
  sendsToAll: string;
  sendTo: string[];
  frameOrigins: string;
  order: string;
  textsLanguage: Language;
  languages: { default: string; enabled: string[]; automatic: string };
  texts: Record<string, TextValues>;
  retentionDays: { pending: string; handled: string };
  password: string;
};

/** The initial values of the settings' form, as text. */
export type SettingsValues = OwnFields & {
  [Name in Exclude<SettingName, keyof OwnFields>]: Shown<FormSettings[Name]>;
};

/** The owner's texts in one language. */
export type TextValues = Record<keyof FormTexts, string>;

/** An ad platform that the form's events may go to. */
export type Provider = {
  id: string;
  name: string;
  /** Its asset is the specification's own field. */
  isPrimary: boolean;
  assetLabel: string;
  isConnected: boolean;
  hasEventNames: boolean;
  /** The names to choose from; null if any name is accepted. */
  eventNameHint: string | null;
  assets: { id: string; name: string | null }[];
  /** If the form's address or event name may cost events there. */
  warning: string | null;
};

/** What the consent text's placeholder gives now, in each language of the form. */
export type ConsentLists = Partial<Record<Language, string>>;

export type OfferedPlatform = { id: string; name: string; isActive: boolean };

/** Those whose texts can be written beside the default language's. */
export const listOtherLanguages = ({ languages }: Pick<FormSettings, "languages">): Language[] =>
  languages.enabled.filter((language) => language !== languages.default);

function show(value: unknown) {
  if (typeof value === "boolean") return value ? "on" : undefined;
  return value === null || typeof value === "number" ? String(value ?? "") : value;
}

export function toValues(settings: FormSettings, platforms: OfferedPlatform[]): SettingsValues {
  const { selectedPlatforms, sendTo, look, languages, retentionDays } = settings;
  const rest = platforms.map(({ id }) => id).filter((id) => !selectedPlatforms.includes(id));
  return {
    ...(mapValues<string, unknown, unknown>(settings, show) as SettingsValues),
    version: String(settings.version),
    // Without a name it is called by its address.
    name: settings.name === settings.slug ? "" : settings.name,
    look: {
      hasAccent: look.accentColor === null ? "no" : "yes",
      accentColor: look.accentColor ?? PRODUCT_COLOR,
      theme: look.theme,
    },
    sendsToAll: sendTo === null ? "yes" : "no",
    sendTo: sendTo ?? [],
    frameOrigins: settings.frameOrigins.join("\n"),
    password: "",
    order: [...selectedPlatforms, ...rest].join(","),
    textsLanguage: languages.default,
    languages: { ...languages, automatic: languages.automatic ? "yes" : "no" },
    texts: Object.fromEntries(
      listOtherLanguages(settings).map((language) => [language, toTextValues(settings.texts[language])]),
    ),
    retentionDays: mapValues(retentionDays, (days) => String(days ?? "")),
  };
}

const toTextValues = (texts: FormSettings["texts"][string] | undefined): TextValues =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, texts?.[name] ?? ""])) as TextValues;
