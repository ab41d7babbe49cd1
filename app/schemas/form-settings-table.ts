import { isSupportedCountry } from "libphonenumber-js/max";
import { z } from "zod";
import { CLICK_DAYS, CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { AD_PLATFORMS_PLACEHOLDER, findUnknownPlaceholder, hasPlaceholder } from "#app/lib/consent.ts";
import { AMOUNT_FIELDS, CONVERSION_ACTIONS, FORM_THEMES, WITHOUT_AMOUNT } from "#app/lib/domain.ts";
import type { FormTab } from "#app/lib/form-tabs.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { getKeys, mapValues, pick } from "#app/lib/objects.ts";
import { toFrameOrigin, toPublicUrl, toSecureUrl } from "#app/lib/public-url.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { FormLookResponse } from "#app/schemas/shared/form-look.ts";
import {
  CONSENT_MAX,
  EVENT_NAME_MAX,
  FORM_PLATFORMS_MAX,
  FRAME_ORIGINS_MAX,
  ID_MAX,
  INTRODUCTION_MAX,
  NAME_MAX,
  PRIVACY_TEXT_MAX,
  RETENTION_DAYS_MAX,
  SLOW_DOWN_MAX,
  SUCCESS_MESSAGE_MAX,
  TITLE_MAX,
  URL_MAX,
} from "#app/schemas/shared/limits.ts";
import { Slug, TypedSlug } from "#app/schemas/shared/slug.ts";
import { isPlainText, isPlainTexts } from "#app/schemas/shared/text.ts";

const sentences = messages.formSettings;

/** In a column of its name, as it is or as JSON. With null, the services store it. */
type Place = "column" | "json" | null;

type AnySetting = {
  /** Where its owner finds it. The tab saves it, and no other one does. */
  tab: FormTab;
  /** What a conflict of two savers calls it. */
  label: string;
  /** What programs send. */
  api: z.ZodType;
  /** What a browser sends for the same value. */
  page: z.ZodType;
  /** What is answered. */
  shown: z.ZodType;
  stored: Place;
  /** The value of a form that is restored, unless a form always gets one. */
  usual?: unknown;
};

/** A setting; most are stored in a column of their name, and sent by browsers as by programs. */
function setting<
  const Tab extends FormTab,
  Api extends z.ZodType,
  Shown extends z.ZodType,
  Page extends z.ZodType = Api,
  Where extends Place = "column",
>({
  page,
  stored,
  ...rest
}: {
  tab: Tab;
  label: string;
  api: Api;
  page?: Page;
  shown: Shown;
  stored?: Where;
  usual?: z.output<Shown>;
}) {
  const places = { page: page ?? rest.api, stored: stored === undefined ? "column" : stored };
  return { ...rest, ...places } as typeof rest & { page: Page; stored: Where };
}

const emptyAsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);
const textOrNull = (max: number, tooLong: string) =>
  z.preprocess(
    emptyAsNull,
    z.string().trim().max(max, tooLong).refine(isPlainTexts, messages.fields.plainText).nullable(),
  );

/** A text in another shape, or an error at its field. */
const reshaped = (toValue: (text: string) => string | null, message: string) =>
  z
    .string(message)
    .max(URL_MAX, message)
    .transform((text, context) => {
      const value = toValue(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

const wholeNumber = (max: number, message: string) =>
  z.number(message).int(message).min(1, message).max(max, message);
const Days = z.preprocess(
  emptyAsNull,
  z.coerce.number(sentences.daysShape).pipe(wholeNumber(RETENTION_DAYS_MAX, sentences.daysShape)).nullable(),
);
const ClickDays = wholeNumber(CLICK_DAYS_MAX, sentences.clickDaysShape);
const SlowDown = wholeNumber(SLOW_DOWN_MAX, sentences.slowDownShape);
const EventName = z
  .string(sentences.eventNameShape)
  .trim()
  .regex(/^[A-Za-z][\w -]*$/, sentences.eventNameShape)
  .max(EVENT_NAME_MAX, sentences.eventNameShape);
const AssetId = z
  .string(sentences.assetUnknown)
  .min(1, sentences.assetUnknown)
  .max(ID_MAX, sentences.assetUnknown);
const byProvider = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string().max(20, sentences.providerUnknown), value);

const AccentColor = z
  .string(sentences.accentShape)
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, sentences.accentShape);
const Theme = z.enum(FORM_THEMES, sentences.themeShape);

export const LanguageCode = z.enum(LANGUAGE_CODES, sentences.languageShape);

const isWithoutPlaceholder = (text: string | null): boolean => text === null || !hasPlaceholder(text);
const refusePlaceholder = [isWithoutPlaceholder, sentences.placeholderElsewhere] as const;

const Title = z
  .string()
  .trim()
  .max(TITLE_MAX, sentences.titleLong)
  .refine(isPlainText, sentences.plainLine)
  .refine(...refusePlaceholder);
const Introduction = textOrNull(INTRODUCTION_MAX, sentences.introductionLong).refine(...refusePlaceholder);
const ConsentText = z
  .string()
  .trim()
  .max(CONSENT_MAX, sentences.consentLong)
  .refine(isPlainTexts, messages.fields.plainText)
  .superRefine((text, context) => {
    const unknown = findUnknownPlaceholder(text);
    if (unknown !== undefined)
      context.addIssue({ code: "custom", message: sentences.placeholderUnknown(unknown.slice(0, 60)) });
  })
  .describe(
    `${AD_PLATFORMS_PLACEHOLDER} stands for the ad platforms that the form sends to: visitors read their names`,
  );
const SuccessMessage = textOrNull(SUCCESS_MESSAGE_MAX, sentences.successLong).refine(...refusePlaceholder);
const PrivacyText = textOrNull(PRIVACY_TEXT_MAX, sentences.privacyLong)
  .refine(...refusePlaceholder)
  .describe("Your privacy notice, which has a page of its own; shown where there is no privacyUrl");

/** A browser leaves out what is empty. */
const orNull = <Value extends z.ZodType>(value: Value) => z.preprocess((text) => text ?? null, value);
const orEmpty = <Value extends z.ZodType>(value: Value) => z.preprocess((text) => text ?? "", value);
const withoutEmpty = (value: unknown) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, text]) => text !== undefined && text !== ""));
const checkbox = z.preprocess((value) => value === "on" || value === true, z.boolean());
export const yesOrNo = z.preprocess((value) => value === "yes", z.boolean());
/** A list comes as repeated fields. */
export const many = <Item extends z.ZodType>(list: Item) =>
  z.preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), list);

const FrameOrigins = z
  .array(reshaped(toFrameOrigin, sentences.originShape))
  .max(FRAME_ORIGINS_MAX, sentences.originsMany)
  .transform((origins) => [...new Set(origins)]);
/** One origin a line. */
const TypedFrameOrigins = z
  .string()
  .max(FRAME_ORIGINS_MAX * URL_MAX, sentences.originsMany)
  .default("")
  .transform((text, context) => {
    const typed = text.split(/[\n,]+/).filter((line) => line.trim() !== "");
    const origins = [...new Set(typed.map(toFrameOrigin))];
    const wrong = typed.find((line) => toFrameOrigin(line) === null);
    if (origins.length <= FRAME_ORIGINS_MAX && wrong === undefined) return origins as string[];
    const message =
      wrong === undefined ? sentences.originsMany : sentences.originOfLine(wrong.trim().slice(0, 60));
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const textOrNone = z.string().nullable();
const RedirectUrl = z.preprocess(emptyAsNull, reshaped(toPublicUrl, sentences.redirectShape).nullable());
const PrivacyUrl = z
  .preprocess(emptyAsNull, reshaped(toSecureUrl, sentences.privacyUrlShape).nullable())
  .describe("The https address of your privacy notice, which the form links");
const Logo = z.preprocess(
  emptyAsNull,
  z.string(sentences.logoUnknown).max(URL_MAX, sentences.logoUnknown).nullable(),
);
const PhoneCountry = z.preprocess(
  emptyAsNull,
  z
    .string(sentences.countryShape)
    .refine((code): boolean => isSupportedCountry(code), sentences.countryShape)
    .nullable(),
);
const PixelId = z.preprocess(emptyAsNull, AssetId.nullable());
const PlatformIds = z
  .array(z.string().max(ID_MAX, sentences.platformUnknown))
  .max(FORM_PLATFORMS_MAX, sentences.platformsMany)
  .transform((ids) => [...new Set(ids)]);
const Name = z
  .string(sentences.nameRequired)
  .trim()
  .max(NAME_MAX, sentences.nameLong)
  .refine(isPlainText, sentences.plainLine)
  .describe("For you; visitors do not see it");

const DefaultLanguage = LanguageCode.describe("Of the texts beside it, and of visitors who get no other one");
const AUTOMATIC = "Whether the browser's language decides between the enabled ones";

/**
 * Every setting of a form, in the order in which a conflict of two savers names them. A plain one is a row here, a
 * column of the model, a field of its section, and what it is for.
 */
export const settingsOfForm = {
  name: setting({ tab: "look", label: "Name", api: Name, page: Name.default(""), shown: z.string() }),
  slug: setting({ tab: "look", label: "Address", api: Slug, page: TypedSlug, shown: z.string() }),
  isActive: setting({ tab: "look", label: "Open", api: z.boolean(), page: checkbox, shown: z.boolean() }),
  ownerName: setting({
    tab: "look",
    label: "Your name",
    api: z
      .string(sentences.ownerRequired)
      .trim()
      .min(1, sentences.ownerRequired)
      .max(NAME_MAX, sentences.ownerLong)
      .refine(isPlainText, sentences.plainLine),
    shown: z.string(),
  }),
  logo: setting({
    tab: "look",
    label: "Logo",
    api: Logo,
    page: orNull(Logo),
    shown: textOrNone.describe("The path of the uploaded picture"),
    usual: null,
  }),
  look: setting({
    tab: "look",
    label: "Color and theme",
    api: z
      .object(
        {
          accentColor: z
            .preprocess(emptyAsNull, AccentColor.nullable())
            .describe("Null for the product's own"),
          theme: Theme,
        },
        sentences.themeShape,
      )
      .partial(),
    page: z
      .object({ hasAccent: yesOrNo, accentColor: orNull(AccentColor.nullable()), theme: Theme })
      .transform(({ hasAccent, accentColor, theme }) => ({
        accentColor: hasAccent ? accentColor : null,
        theme,
      }))
      .optional(),
    shown: FormLookResponse,
    stored: null,
    usual: { accentColor: null, theme: "automatic" },
  }),
  action: setting({
    tab: "look",
    label: "Visitors confirm",
    api: z.enum(CONVERSION_ACTIONS, sentences.actionShape),
    shown: z.enum(CONVERSION_ACTIONS),
  }),
  title: setting({
    tab: "look",
    label: "Title",
    api: Title,
    // Not by `preprocess`: conform would take an empty text away again.
    page: Title.default(""),
    shown: z.string(),
  }),
  introduction: setting({
    tab: "look",
    label: "Introduction",
    api: Introduction,
    page: orNull(Introduction),
    shown: textOrNone,
  }),
  selectedPlatforms: setting({
    tab: "questions",
    label: "Brokers on the form",
    api: PlatformIds,
    page: many(PlatformIds),
    shown: z.array(z.string()),
    stored: null,
  }),
  amountField: setting({
    tab: "questions",
    label: "Amount",
    api: z.enum(AMOUNT_FIELDS, sentences.amountFieldShape),
    shown: z.enum(AMOUNT_FIELDS),
  }),
  withoutAmount: setting({
    tab: "advanced",
    label: "Without an amount",
    api: z.enum(WITHOUT_AMOUNT, sentences.withoutAmountShape),
    shown: z.enum(WITHOUT_AMOUNT),
    usual: "lead",
  }),
  phoneCountry: setting({
    tab: "questions",
    label: "Phone country",
    api: PhoneCountry,
    page: orNull(PhoneCountry),
    shown: textOrNone.describe("ISO 3166, the preset of the phone's country"),
  }),
  consentText: setting({
    tab: "questions",
    label: "Consent text",
    api: ConsentText.min(1, sentences.consentRequired),
    shown: z.string(),
    stored: null,
  }),
  allowRepeat: setting({
    tab: "questions",
    label: "The same email may confirm again",
    api: z.boolean(),
    page: checkbox,
    shown: z.boolean(),
  }),
  successMessage: setting({
    tab: "after-sending",
    label: "Thank-you message",
    api: SuccessMessage,
    page: orNull(SuccessMessage),
    shown: textOrNone,
    usual: null,
  }),
  redirectUrl: setting({
    tab: "after-sending",
    label: "Continue to",
    api: RedirectUrl,
    page: orNull(RedirectUrl),
    shown: textOrNone,
    usual: null,
  }),
  privacyUrl: setting({
    tab: "questions",
    label: "Address of your privacy notice",
    api: PrivacyUrl,
    page: orNull(PrivacyUrl),
    shown: textOrNone.describe("The address of the owner's privacy notice"),
    usual: null,
  }),
  privacyText: setting({
    tab: "questions",
    label: "Privacy notice",
    api: PrivacyText,
    page: orNull(PrivacyText),
    shown: textOrNone.describe("The notice itself, shown where there is no privacyUrl"),
    usual: null,
  }),
  sendTo: setting({
    tab: "after-sending",
    label: "Verified claims go to",
    api: z.array(z.string().max(20, sentences.providerUnknown)).max(20, sentences.providerUnknown).nullable(),
    page: many(z.array(z.string())),
    shown: z.array(z.string()).nullable().describe("Null: all connected ad platforms"),
    stored: "json",
    usual: null,
  }),
  eventNames: setting({
    tab: "advanced",
    label: "Event names",
    api: byProvider(EventName),
    page: z.preprocess(withoutEmpty, byProvider(EventName)),
    shown: z.record(z.string(), z.string()),
    stored: "json",
    usual: {},
  }),
  selectedFacebookAssetId: setting({
    tab: "advanced",
    label: "Meta pixel",
    api: PixelId,
    page: PixelId.optional(),
    shown: textOrNone,
    stored: null,
    usual: null,
  }),
  selectedAssets: setting({
    tab: "advanced",
    label: "Where events go at each ad platform",
    api: byProvider(AssetId),
    page: z.preprocess(withoutEmpty, byProvider(AssetId)),
    shown: z.record(z.string(), z.string()),
    stored: null,
    usual: {},
  }),
  frameOrigins: setting({
    tab: "advanced",
    label: "Websites that may embed your form",
    api: FrameOrigins,
    page: TypedFrameOrigins,
    shown: z.array(z.string()),
    stored: "json",
    usual: [],
  }),
  slowDown: setting({
    tab: "advanced",
    label: "Claims a minute that count as usual",
    api: SlowDown.nullable(),
    page: orNull(
      z.preprocess(emptyAsNull, z.coerce.number(sentences.slowDownShape).pipe(SlowDown).nullable()),
    ),
    shown: z
      .int()
      .nullable()
      .describe(
        "How many claims a minute count as usual: more are taken and marked with cameInRush. Null for any number",
      ),
    usual: null,
  }),
  retentionDays: setting({
    tab: "advanced",
    label: "Days that people are kept",
    api: z.object({ pending: Days.optional(), handled: Days.optional() }),
    page: z.object({ pending: orNull(Days), handled: orNull(Days) }),
    shown: z.object({ pending: z.int().nullable(), handled: z.int().nullable() }),
    stored: null,
    usual: { pending: null, handled: null },
  }),
  clickDays: setting({
    tab: "advanced",
    label: "Days that a click is kept",
    api: ClickDays,
    page: z.preprocess(
      (text) => emptyAsNull(text) ?? CLICK_DAYS,
      z.coerce.number(sentences.clickDaysShape).pipe(ClickDays),
    ),
    shown: z
      .int()
      .describe(
        "For how many days a visitor's browser keeps the click that led to a form, so that it counts when the visitor comes back without it. 1 to 30",
      ),
    usual: CLICK_DAYS,
  }),
  languages: setting({
    tab: "languages",
    label: "Languages",
    api: z.object(
      {
        default: DefaultLanguage,
        enabled: z.array(LanguageCode, sentences.languageShape).max(LANGUAGE_CODES.length),
        automatic: z.boolean().default(true).describe(AUTOMATIC),
      },
      sentences.languageShape,
    ),
    page: z
      .object({ default: LanguageCode, enabled: many(z.array(LanguageCode)), automatic: yesOrNo })
      .optional(),
    shown: z.object({
      default: DefaultLanguage,
      enabled: z.array(LanguageCode),
      automatic: z.boolean().describe(AUTOMATIC),
    }),
    stored: null,
  }),
  texts: setting({
    tab: "languages",
    label: "Texts in other languages",
    api: z
      .partialRecord(
        LanguageCode,
        z
          .object({
            title: Title.nullable(),
            introduction: Introduction,
            consentText: ConsentText.nullable(),
            successMessage: SuccessMessage,
            privacyText: PrivacyText,
          })
          .partial(),
        sentences.languageShape,
      )
      .describe("By language. A text that is missing or empty is shown in the default language"),
    page: z
      .partialRecord(
        LanguageCode,
        z.object({
          title: orEmpty(Title),
          introduction: orNull(Introduction),
          consentText: orEmpty(ConsentText),
          successMessage: orNull(SuccessMessage),
          privacyText: orNull(PrivacyText),
        }),
      )
      .optional(),
    shown: z.record(
      z.string(),
      z.object({
        title: z.string(),
        introduction: textOrNone,
        consentText: textOrNone,
        successMessage: textOrNone,
        privacyText: textOrNone,
      }),
    ),
    stored: null,
  }),
};

export type SettingName = keyof typeof settingsOfForm;
type Settings = typeof settingsOfForm;

/** One kind of schema of all settings. */
export const schemasOf = <Kind extends "api" | "page" | "shown">(kind: Kind) =>
  mapValues<SettingName, AnySetting, z.ZodType>(settingsOfForm, (one) => one[kind]) as {
    [Name in SettingName]: Settings[Name][Kind];
  };

/** The settings that a tab shows. */
type NameOfTab<Tab extends FormTab> = {
  [Name in SettingName]: Settings[Name]["tab"] extends Tab ? Name : never;
}[SettingName];

export const listSettings = <Tab extends FormTab>(tab: Tab) =>
  getKeys(settingsOfForm).filter((name) => settingsOfForm[name].tab === tab) as NameOfTab<Tab>[];

/** What a browser sends of a tab. */
export const schemasOfTab = <Tab extends FormTab>(tab: Tab) => pick(schemasOf("page"), listSettings(tab));

type StoredAs<Where extends Place> = {
  [Name in SettingName]: Settings[Name]["stored"] extends Where ? Name : never;
}[SettingName];

/** The settings that are stored so. */
export const listStored = <Where extends Exclude<Place, null>>(where: Where) =>
  getKeys(settingsOfForm).filter((name) => settingsOfForm[name].stored === where) as StoredAs<Where>[];

/** What a form that is restored gets. */
export const usualSettings = Object.fromEntries(
  getKeys(settingsOfForm).flatMap((name) => {
    const { usual }: AnySetting = settingsOfForm[name];
    return usual === undefined ? [] : [[name, usual]];
  }),
);
