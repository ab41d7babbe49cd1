import { isSupportedCountry } from "libphonenumber-js/max";
import { z } from "zod";
import { CLICK_DAYS, CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import {
  AD_PLATFORMS_PLACEHOLDER,
  type ConsentCovers,
  findUnknownPlaceholder,
  hasPlaceholder,
} from "#app/lib/consent.ts";
import { AMOUNT_FIELDS, CONVERSION_ACTIONS, FORM_THEMES, WITHOUT_AMOUNT } from "#app/lib/domain.ts";
import { TEXT_NAMES } from "#app/lib/form-json.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { toFrameOrigin, toPublicUrl, toSecureUrl } from "#app/lib/public-url.ts";
import type { Truth } from "#app/lib/truth.ts";
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
  PASSWORD_MAX,
  PRIVACY_TEXT_MAX,
  RETENTION_DAYS_MAX,
  SLOW_DOWN_MAX,
  SUCCESS_MESSAGE_MAX,
  TITLE_MAX,
  URL_MAX,
} from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { Slug, TypedSlug } from "#app/schemas/shared/slug.ts";
import { isPlainText, isPlainTexts } from "#app/schemas/shared/text.ts";

const sentences = messages.formSettings;

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

const Days = z.preprocess(
  emptyAsNull,
  z.coerce
    .number(sentences.daysShape)
    .int(sentences.daysShape)
    .min(1, sentences.daysShape)
    .max(RETENTION_DAYS_MAX, sentences.daysShape)
    .nullable(),
);
const ClickDays = z
  .number(sentences.clickDaysShape)
  .int(sentences.clickDaysShape)
  .min(1, sentences.clickDaysShape)
  .max(CLICK_DAYS_MAX, sentences.clickDaysShape);
const SlowDown = z
  .number(sentences.slowDownShape)
  .int(sentences.slowDownShape)
  .min(1, sentences.slowDownShape)
  .max(SLOW_DOWN_MAX, sentences.slowDownShape);
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

const CONSENTS_MAX = 1_000;
const COVERS =
  "Which ad platforms the text covers: all, or these. Null until it is said: then it covers all. Claims follow the version that their visitors saw, and their events to other ad platforms are skipped";
const Covers = z
  .union(
    [
      z.literal("all"),
      z.array(z.string().max(20, sentences.providerUnknown)).max(20, sentences.providerUnknown),
      z.null(),
    ],
    sentences.coversShape,
  )
  .describe(COVERS);

const AccentColor = z
  .string(sentences.accentShape)
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, sentences.accentShape);

const Listed = z
  .array(z.string())
  .nullable()
  .describe(
    `The ad platforms that the text listed in place of ${AD_PLATFORMS_PLACEHOLDER}, which are what it covers; null for a text without it`,
  );

const LanguageCode = z.enum(LANGUAGE_CODES, sentences.languageShape);

const isWithoutPlaceholder = (text: string | null): boolean => text === null || !hasPlaceholder(text);
const refusePlaceholder = [isWithoutPlaceholder, sentences.placeholderElsewhere] as const;

/** What a form's owner writes in each language. */
const ownTexts = {
  title: z
    .string()
    .trim()
    .max(TITLE_MAX, sentences.titleLong)
    .refine(isPlainText, sentences.plainLine)
    .refine(...refusePlaceholder),
  introduction: textOrNull(INTRODUCTION_MAX, sentences.introductionLong).refine(...refusePlaceholder),
  consentText: z
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
    ),
  successMessage: textOrNull(SUCCESS_MESSAGE_MAX, sentences.successLong).refine(...refusePlaceholder),
  privacyText: textOrNull(PRIVACY_TEXT_MAX, sentences.privacyLong)
    .refine(...refusePlaceholder)
    .describe("Your privacy notice, which has a page of its own; shown where there is no privacyUrl"),
};

/** Every setting of a form, each with its sentence. All may be sent alone: what is missing stays. */
const settings = {
  name: z
    .string(sentences.nameRequired)
    .trim()
    .max(NAME_MAX, sentences.nameLong)
    .refine(isPlainText, sentences.plainLine)
    .describe("For you; visitors do not see it"),
  look: z
    .object(
      {
        accentColor: z.preprocess(emptyAsNull, AccentColor.nullable()).describe("Null for the product's own"),
        theme: z.enum(FORM_THEMES, sentences.themeShape),
      },
      sentences.themeShape,
    )
    .partial(),
  slug: Slug,
  isActive: z.boolean(),
  logo: z.preprocess(
    emptyAsNull,
    z.string(sentences.logoUnknown).max(URL_MAX, sentences.logoUnknown).nullable(),
  ),
  ownerName: z
    .string(sentences.ownerRequired)
    .trim()
    .min(1, sentences.ownerRequired)
    .max(NAME_MAX, sentences.ownerLong)
    .refine(isPlainText, sentences.plainLine),
  ...ownTexts,
  action: z.enum(CONVERSION_ACTIONS, sentences.actionShape),
  amountField: z.enum(AMOUNT_FIELDS, sentences.amountFieldShape),
  withoutAmount: z.enum(WITHOUT_AMOUNT, sentences.withoutAmountShape),
  eventNames: byProvider(EventName),
  sendTo: z
    .array(z.string().max(20, sentences.providerUnknown))
    .max(20, sentences.providerUnknown)
    .nullable(),
  frameOrigins: z
    .array(reshaped(toFrameOrigin, sentences.originShape))
    .max(FRAME_ORIGINS_MAX, sentences.originsMany)
    .transform((origins) => [...new Set(origins)]),
  retentionDays: z.object({ pending: Days.optional(), handled: Days.optional() }),
  consentText: ownTexts.consentText.min(1, sentences.consentRequired),
  consentCovers: Covers,
  earlierConsents: z
    .array(z.object({ version: z.int(), covers: Covers }), sentences.coversShape)
    .max(CONSENTS_MAX, sentences.coversShape),
  allowRepeat: z.boolean(),
  redirectUrl: z.preprocess(emptyAsNull, reshaped(toPublicUrl, sentences.redirectShape).nullable()),
  privacyUrl: z
    .preprocess(emptyAsNull, reshaped(toSecureUrl, sentences.privacyUrlShape).nullable())
    .describe("The https address of your privacy notice, which the form links"),
  selectedPlatforms: z
    .array(z.string().max(ID_MAX, sentences.platformUnknown))
    .max(FORM_PLATFORMS_MAX, sentences.platformsMany)
    .transform((ids) => [...new Set(ids)]),
  selectedFacebookAssetId: z.preprocess(emptyAsNull, AssetId.nullable()),
  selectedAssets: byProvider(AssetId),
  languages: z.object(
    {
      default: LanguageCode.describe("Of the texts beside it, and of visitors who get no other one"),
      enabled: z.array(LanguageCode, sentences.languageShape).max(LANGUAGE_CODES.length),
      automatic: z
        .boolean()
        .default(true)
        .describe("Whether the browser's language decides between the enabled ones"),
    },
    sentences.languageShape,
  ),
  texts: z
    .partialRecord(
      LanguageCode,
      z
        .object({
          ...ownTexts,
          title: ownTexts.title.nullable(),
          consentText: ownTexts.consentText.nullable(),
        })
        .partial(),
      sentences.languageShape,
    )
    .describe("By language. A text that is missing or empty is shown in the default language"),
  clickDays: ClickDays,
  slowDown: SlowDown.nullable(),
  phoneCountry: z.preprocess(
    emptyAsNull,
    z
      .string(sentences.countryShape)
      .refine((code): boolean => isSupportedCountry(code), sentences.countryShape)
      .nullable(),
  ),
};

const optional = z.object(settings).partial();
/** What the page says with forms of its own. */
const { consentCovers: _, earlierConsents: __, ...pageSettings } = settings;

/** For POST: whatever is missing gets a sensible text. */
export const FormSettingsInput = optional;
/** For PUT: any subset, and the version that was edited where the caller wants to be told of another save. */
export const FormSettingsChange = optional
  .extend({ version: z.int().optional() })
  .refine(({ version: _, ...change }) => Object.keys(change).length > 0, sentences.nothingSent);

export type FormSettingsValues = z.output<typeof optional>;

/** For POST: a form with its settings, or a copy of another one, whose settings it has. */
export const NewFormInput = optional.extend({
  copyOf: Id.describe("The id of the form whose settings it gets").optional(),
});
/** For PATCH: as `FormSettingsChange`, and the form's place among the others. */
export const FormChange = optional
  .extend({
    isDefault: z.literal(true, sentences.defaultNeeded).optional(),
    isArchived: z.boolean().optional(),
    position: z.int(sentences.positionShape).min(0, sentences.positionShape).optional(),
    version: z.int().optional(),
  })
  .refine(({ version: _, ...change }) => Object.keys(change).length > 0, sentences.nothingSent)
  .transform(({ version, isDefault, isArchived, position, ...input }) => ({
    version,
    input,
    place: { isDefault, isArchived, position },
  }));

/** The page's form: texts of a browser become the same values. Lists come as lines, or as repeated fields. */
const checkbox = z.preprocess((value) => value === "on" || value === true, z.boolean());
const many = <Item extends z.ZodType>(list: Item) =>
  z.preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), list);
/** One origin a line. */
const FrameOrigins = z
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
const withoutEmpty = (value: unknown) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, text]) => text !== undefined && text !== ""));
const orNull = <Value extends z.ZodType>(value: Value) => z.preprocess((text) => text ?? null, value);

/** A browser leaves out what is empty. */
const textsOfPage = z.object({
  title: z.preprocess((text) => text ?? "", ownTexts.title),
  introduction: orNull(ownTexts.introduction),
  consentText: z.preprocess((text) => text ?? "", ownTexts.consentText),
  successMessage: orNull(ownTexts.successMessage),
  privacyText: orNull(ownTexts.privacyText),
});

export const FormSettingsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create") }),
  z.object({
    ...pageSettings,
    intent: z.literal("save"),
    name: settings.name.default(""),
    slug: TypedSlug,
    version: z.coerce.number().int(),
    isActive: checkbox,
    allowRepeat: checkbox,
    /** The language of the title and the other texts that stand alone; the main one without it. */
    textsLanguage: LanguageCode.optional(),
    languages: z
      .object({
        default: LanguageCode,
        enabled: many(z.array(LanguageCode)),
        automatic: z.preprocess((value) => value === "yes", z.boolean()),
      })
      .optional(),
    texts: z.partialRecord(LanguageCode, textsOfPage).optional(),
    // Not by `preprocess`: conform would take an empty text away again.
    title: settings.title.default(""),
    logo: orNull(settings.logo),
    look: z
      .object({
        hasAccent: z.preprocess((value) => value === "yes", z.boolean()),
        accentColor: orNull(settings.look.shape.accentColor.unwrap()),
        theme: settings.look.shape.theme.unwrap(),
      })
      .transform(({ hasAccent, accentColor, theme }) => ({
        accentColor: hasAccent ? accentColor : null,
        theme,
      }))
      .optional(),
    introduction: orNull(settings.introduction),
    successMessage: orNull(settings.successMessage),
    redirectUrl: orNull(settings.redirectUrl),
    privacyUrl: orNull(settings.privacyUrl),
    privacyText: orNull(settings.privacyText),
    phoneCountry: orNull(settings.phoneCountry),
    selectedFacebookAssetId: settings.selectedFacebookAssetId.optional(),
    selectedAssets: z.preprocess(withoutEmpty, settings.selectedAssets),
    eventNames: z.preprocess(withoutEmpty, settings.eventNames),
    sendsToAll: z.preprocess((value) => value === "yes", z.boolean()),
    sendTo: many(z.array(z.string())),
    frameOrigins: FrameOrigins,
    retentionDays: z.object({ pending: orNull(Days), handled: orNull(Days) }),
    clickDays: z.preprocess(
      (text) => emptyAsNull(text) ?? CLICK_DAYS,
      z.coerce.number(sentences.clickDaysShape).pipe(ClickDays),
    ),
    slowDown: orNull(
      z.preprocess(emptyAsNull, z.coerce.number(sentences.slowDownShape).pipe(SlowDown).nullable()),
    ),
    /** Where it changes where visitors are led, and the last sign-in is too long ago. */
    password: z.string().max(PASSWORD_MAX).optional(),
    /** The rows in the order that the page shows them: the chosen ones are offered in it. */
    order: z.string().max(4000).default(""),
    selectedPlatforms: many(settings.selectedPlatforms),
  }),
  z.object({
    intent: z.literal("cover-consent"),
    consentVersion: z.coerce.number().int(),
    coversAll: z.preprocess((value) => value === "yes", z.boolean()),
    covers: many(z.array(z.string())),
  }),
  z.object({ intent: z.literal("remove-logo"), version: z.coerce.number().int() }),
  z.object({ intent: z.literal("delete") }),
]);

/** What the buttons of a form in the list do. */
const FORM_ACTIONS = ["up", "down", "default", "archive", "restore", "copy", "delete"] as const;
export type FormAction = (typeof FORM_ACTIONS)[number];

/** The forms of the list of forms. */
export const FormsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    name: settings.name.min(1, sentences.nameRequired),
    copyOf: Id.optional(),
  }),
  z.object({ intent: z.enum(FORM_ACTIONS), formId: Id }),
]);

export const FormSettingsResponse = z.object({
  _id: z.string(),
  name: z.string(),
  look: FormLookResponse,
  slug: z.string(),
  isActive: z.boolean(),
  logo: z.string().nullable().describe("The path of the uploaded picture"),
  ownerName: z.string(),
  title: z.string(),
  introduction: z.string().nullable(),
  action: z.enum(CONVERSION_ACTIONS),
  amountField: z.enum(AMOUNT_FIELDS),
  askAmount: z.boolean().describe("Whether amountField is not hidden"),
  withoutAmount: z.enum(WITHOUT_AMOUNT),
  eventNames: z.record(z.string(), z.string()),
  sendTo: z.array(z.string()).nullable().describe("Null: all connected ad platforms"),
  frameOrigins: z.array(z.string()),
  retentionDays: z.object({ pending: z.int().nullable(), handled: z.int().nullable() }),
  clickDays: z
    .int()
    .describe(
      "For how many days a visitor's browser keeps the click that led to a form, so that it counts when the visitor comes back without it. 1 to 30",
    ),
  slowDown: z
    .int()
    .nullable()
    .describe(
      "How many claims a minute count as usual: more are taken and marked with cameInRush. Null for any number",
    ),
  consentText: z.string(),
  consentVersion: z.int(),
  consentCovers: Covers,
  consentListed: Listed,
  earlierConsents: z
    .array(
      z.object({
        version: z.int(),
        consentText: z.string(),
        covers: Covers,
        listed: Listed,
        replacedAt: z.iso.datetime(),
      }),
    )
    .describe("The texts that the form had before, the newest first"),
  allowRepeat: z.boolean(),
  successMessage: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  privacyUrl: z.string().nullable().describe("The address of the owner's privacy notice"),
  privacyText: z.string().nullable().describe("The notice itself, shown where there is no privacyUrl"),
  selectedPlatforms: z.array(z.string()),
  selectedFacebookAssetId: z.string().nullable(),
  selectedAssets: z.record(z.string(), z.string()),
  languages: z.object({
    default: LanguageCode.describe("Of the texts beside it, and of visitors who get no other one"),
    enabled: z.array(LanguageCode),
    automatic: z.boolean().describe("Whether the browser's language decides between the enabled ones"),
  }),
  texts: z.record(
    z.string(),
    z.object({
      title: z.string(),
      introduction: z.string().nullable(),
      consentText: z.string().nullable(),
      successMessage: z.string().nullable(),
      privacyText: z.string().nullable(),
    }),
  ),
  missingTexts: z
    .array(z.object({ language: LanguageCode, texts: z.array(z.enum(TEXT_NAMES)) }))
    .describe("What visitors read in another language than the form, because its owner has not written it"),
  phoneCountry: z.string().nullable().describe("ISO 3166, the preset of the phone's country"),
  version: z.int().describe("Counts the saves; sent with PUT, a save in between is a 409"),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type FormSettings = z.infer<typeof FormSettingsResponse>;

/** One of the workspace's forms. */
export const FormResponse = FormSettingsResponse.omit({ _id: true }).extend({
  id: z.string(),
  isDefault: z.boolean().describe("Whether it is the one of /api/optin-settings"),
  isArchived: z.boolean().describe("An archived form is closed for visitors. Its claims stay to be checked"),
  position: z.int(),
});
export const FormsResponse = z.object({ forms: z.array(FormResponse) });
export const OneFormResponse = z.object({ form: FormResponse });

/** An archived form is closed, whatever else holds. */
export type FormState = "open" | "paused" | "no broker" | "archived";

/** A form in the list of forms, with the figures of the last 28 days. */
export type ListedForm = {
  id: string;
  name: string;
  slug: string;
  isDefault: boolean;
  state: FormState;
  views: number;
  claims: number;
  truth: Truth;
  /** Claims to check, of whatever age. */
  waiting: number;
};

/** A consent text as the pages show it: the current one, or an earlier one that claims still wait with. */
export type ShownConsent = {
  version: number;
  /** In the main language, then what other languages show. */
  texts: string[];
  covers: ConsentCovers;
  /** The ids of the ad platforms that one of them names. */
  named: string[];
  /** Whether its owner is asked: it names fewer than the form sends to, and nobody has said what it covers. */
  isAsked: boolean;
  /** Whether it lists its ad platforms by the placeholder: then it covers these. */
  isListed: boolean;
  /** How many claims wait that were confirmed with it. */
  waiting: number;
  isCurrent: boolean;
};

/** The consent texts of a form; its name is null where the workspace has no other one. */
export type FormConsents = { id: string; name: string | null; consents: ShownConsent[] };

export const OwnSettingsResponse = z.object({ settings: FormSettingsResponse.nullable() });
export const OneSettingsResponse = z.object({ settings: FormSettingsResponse });
export const LogoResponse = z.object({ url: z.string() });
