import { readCovers } from "#app/lib/consent.ts";
import {
  type FormTexts,
  type OtherTexts,
  readFormJson,
  readOwnTexts,
  TEXT_NAMES,
  withoutEmpty,
} from "#app/lib/form-json.ts";
import { type FormLanguages, LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { pick, pickGiven } from "#app/lib/objects.ts";
import type { OptInForm } from "#app/models/index.server.ts";
import type { FormSettingsValues } from "#app/schemas/form-settings.ts";
import { toConsentTexts } from "#app/services/opt-in-forms/consent-texts.server.ts";
import { starterTexts } from "./starter-form.server.ts";

type Asker = Pick<OptInForm, "ownerName" | "action">;
type FormRow = Asker &
  Pick<OptInForm, "languages" | "texts" | "consentTemplates" | "consentCovers"> &
  FormTexts;
type Change = Pick<FormSettingsValues, "ownerName" | "action" | "languages" | "texts" | keyof FormTexts>;

type ChangedTexts = {
  languages: FormLanguages;
  /** As they were written, by language. */
  written: OtherTexts;
  /** Whether the consent says nothing new: starter texts say the same for all actions and languages. */
  keepsCovers: boolean;
};

/**
 * A form's languages and texts after a change. The input's own texts are those of the default language, and its
 * `texts` those of any. Starter texts that nobody edited follow a new action or name, and come with a new
 * language.
 */
export function changeTexts(form: FormRow, input: Change): ChangedTexts {
  const before = readFormJson(form);
  const languages = input.languages ? complete(input.languages) : before.languages;
  const stored = readOwnTexts(form);
  const after = { ownerName: input.ownerName ?? form.ownerName, action: input.action ?? form.action };
  const all = addGiven(stored, input, languages.default);
  if (after.action !== form.action || after.ownerName !== form.ownerName)
    for (const language of LANGUAGE_CODES)
      if (all[language]) all[language] = follow(all[language], language, form, after);
  const source = before.languages.default;
  const unedited = listUnedited(all[source] ?? {}, source, after);
  for (const language of languages.enabled) all[language] ??= pick(starter(language, after), unedited);
  const { [languages.default]: first, ...others } = withoutEmptyTexts(all);
  const main = {
    title: "",
    introduction: null,
    successMessage: null,
    privacyText: null,
    consentText: starter(languages.default, after).consentText,
    // A text that it lacks stays the one that was shown in its place.
    ...(languages.default === source ? {} : withoutEmpty(all[source] ?? {})),
    ...first,
  };
  const earlier = toConsentTexts(stored, source);
  const written = { ...others, [languages.default]: main };
  const consents = toConsentTexts(written, languages.default);
  const said = new Set([
    ...Object.values(earlier),
    ...LANGUAGE_CODES.map((language) => starter(language, after).consentText),
  ]);
  const isNothingNew = LANGUAGE_CODES.every((language) => said.has(consents[language]));
  // A new row has only the columns that were named.
  const isNarrowed = Array.isArray(readCovers(form.consentCovers ?? null)) && said.has(main.consentText);
  return { languages, written, keepsCovers: isNothingNew || isNarrowed };
}

type Texts = Partial<FormTexts>;

const withoutEmptyTexts = (all: OtherTexts): OtherTexts =>
  Object.fromEntries(Object.entries(all).map(([language, texts]) => [language, withoutEmpty(texts)]));

/** In their order, with the default one. */
const complete = (given: FormLanguages): FormLanguages => ({
  ...given,
  enabled: LANGUAGE_CODES.filter((code) => code === given.default || given.enabled.includes(code)),
});

const starter = (language: Language, { ownerName, action }: Asker) =>
  starterTexts(ownerName, action, language);

const STARTERS = ["title", "introduction", "consentText"] as const;

/** What starter texts of an earlier version said, and say now. */
const REPHRASED = [
  ["Este formulario lleva medio minuto.", "Se rellena en medio minuto."],
  ["Puedo retirarlo", "Puedo retirar mi consentimiento"],
  ["pubblicitarie su cui fa pubblicità", "pubblicitarie che utilizza"],
  ["işleminizi onaylayın", "işleminizi bildirin"],
  ["Aboneliğinizi onaylayın", "Aboneliğinizi bildirin"],
] as const;

const asSaidNow = (text: string | null | undefined) =>
  REPHRASED.reduce((said, [before, now]) => said?.replace(before, now), text ?? undefined);

const listUnedited = (texts: Texts, language: Language, asker: Asker) =>
  STARTERS.filter((name) => asSaidNow(texts[name]) === starter(language, asker)[name]);

function addGiven(stored: OtherTexts, input: Change, main: Language): OtherTexts {
  const all = { ...stored };
  const own = pickGiven(input, TEXT_NAMES) as Texts;
  if (Object.keys(own).length > 0) all[main] = { ...all[main], ...own };
  for (const language of LANGUAGE_CODES) {
    const given = input.texts?.[language];
    if (!given) continue;
    all[language] = withoutEmpty({ ...all[language], ...given } as Texts);
  }
  return all;
}

/** Each starter text that was not edited becomes that of the new action. */
function follow(texts: Partial<FormTexts>, language: Language, before: Asker, after: Asker) {
  return { ...texts, ...pick(starter(language, after), listUnedited(texts, language, before)) };
}
