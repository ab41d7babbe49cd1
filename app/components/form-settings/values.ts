import { PRODUCT_COLOR } from "#app/components/opt-in/look.ts";
import type { FormTexts } from "#app/lib/form-json.ts";
import type { Language } from "#app/lib/languages.ts";
import type { FormSettings } from "#app/schemas/form-settings.ts";

/** The initial values of the settings' form, as text. */
export type SettingsValues = {
  version: string;
  name: string;
  slug: string;
  isActive: string | undefined;
  logo: string;
  look: { hasAccent: string; accentColor: string; theme: string };
  ownerName: string;
  title: string;
  introduction: string;
  action: string;
  amountField: string;
  withoutAmount: string;
  eventNames: Record<string, string>;
  sendsToAll: string;
  sendTo: string[];
  frameOrigins: string;
  consentText: string;
  allowRepeat: string | undefined;
  successMessage: string;
  redirectUrl: string;
  privacyUrl: string;
  privacyText: string;
  order: string;
  selectedPlatforms: string[];
  selectedFacebookAssetId: string;
  selectedAssets: Record<string, string>;
  phoneCountry: string;
  textsLanguage: Language;
  languages: { default: string; enabled: string[]; automatic: string };
  texts: Record<string, TextValues>;
  retentionDays: { pending: string; handled: string };
  clickDays: string;
  slowDown: string;
  password: string;
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

const ticked = (value: boolean) => (value ? "on" : undefined);

export function toValues(settings: FormSettings, platforms: OfferedPlatform[]): SettingsValues {
  const { selectedPlatforms, eventNames, sendTo } = settings;
  const rest = platforms.map(({ id }) => id).filter((id) => !selectedPlatforms.includes(id));
  return {
    version: String(settings.version),
    // Without a name it is called by its address.
    name: settings.name === settings.slug ? "" : settings.name,
    slug: settings.slug,
    isActive: ticked(settings.isActive),
    logo: settings.logo ?? "",
    look: {
      hasAccent: settings.look.accentColor === null ? "no" : "yes",
      accentColor: settings.look.accentColor ?? PRODUCT_COLOR,
      theme: settings.look.theme,
    },
    ownerName: settings.ownerName,
    title: settings.title,
    introduction: settings.introduction ?? "",
    action: settings.action,
    amountField: settings.amountField,
    withoutAmount: settings.withoutAmount,
    eventNames,
    sendsToAll: sendTo === null ? "yes" : "no",
    sendTo: sendTo ?? [],
    frameOrigins: settings.frameOrigins.join("\n"),
    password: "",
    consentText: settings.consentText,
    allowRepeat: ticked(settings.allowRepeat),
    successMessage: settings.successMessage ?? "",
    redirectUrl: settings.redirectUrl ?? "",
    privacyUrl: settings.privacyUrl ?? "",
    privacyText: settings.privacyText ?? "",
    order: [...selectedPlatforms, ...rest].join(","),
    selectedPlatforms,
    selectedFacebookAssetId: settings.selectedFacebookAssetId ?? "",
    selectedAssets: settings.selectedAssets,
    phoneCountry: settings.phoneCountry ?? "",
    textsLanguage: settings.languages.default,
    languages: {
      default: settings.languages.default,
      enabled: settings.languages.enabled,
      automatic: settings.languages.automatic ? "yes" : "no",
    },
    texts: Object.fromEntries(
      listOtherLanguages(settings).map((language) => {
        const {
          title = "",
          introduction,
          consentText,
          successMessage,
          privacyText,
        } = settings.texts[language] ?? {};
        return [
          language,
          {
            title,
            introduction: introduction ?? "",
            consentText: consentText ?? "",
            successMessage: successMessage ?? "",
            privacyText: privacyText ?? "",
          },
        ];
      }),
    ),
    retentionDays: {
      pending: String(settings.retentionDays.pending ?? ""),
      handled: String(settings.retentionDays.handled ?? ""),
    },
    clickDays: String(settings.clickDays),
    slowDown: String(settings.slowDown ?? ""),
  };
}
