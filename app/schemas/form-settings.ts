import { z } from "zod";
import { AD_PLATFORMS_PLACEHOLDER, type ConsentCovers } from "#app/lib/consent.ts";
import { TEXT_NAMES } from "#app/lib/form-json.ts";
import type { FormTab } from "#app/lib/form-tabs.ts";
import type { Truth } from "#app/lib/truth.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PASSWORD_MAX } from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { LanguageCode, many, schemasOf, schemasOfTab, yesOrNo } from "./form-settings-table.ts";

const sentences = messages.formSettings;

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

const Listed = z
  .array(z.string())
  .nullable()
  .describe(
    `The ad platforms that the text listed in place of ${AD_PLATFORMS_PLACEHOLDER}, which are what it covers; null for a text without it`,
  );

const settings = schemasOf("api");
/** All may be sent alone: what is missing stays. */
const optional = z
  .object({
    ...settings,
    consentCovers: Covers,
    earlierConsents: z
      .array(z.object({ version: z.int(), covers: Covers }), sentences.coversShape)
      .max(CONSENTS_MAX, sentences.coversShape),
  })
  .partial();
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

/** What one tab of the page saves: texts of a browser become the same values. */
const saveOf = <Tab extends FormTab>(tab: Tab) =>
  z.object({
    ...schemasOfTab(tab),
    intent: z.literal("save"),
    tab: z.literal(tab),
    version: z.coerce.number().int(),
    /** The hash of the tab's settings that the page was opened with. */
    seen: z.string().default(""),
    /** The language of the title and the other texts that stand alone; the main one without it. */
    textsLanguage: LanguageCode.optional(),
    /** Where it changes where visitors are led, and the last sign-in is too long ago. */
    password: z.string().max(PASSWORD_MAX).optional(),
  });

const SaveForm = z.discriminatedUnion(
  "tab",
  [
    saveOf("look"),
    saveOf("questions").extend({
      /** The rows in the order that the page shows them: the chosen ones are offered in it. */
      order: z.string().max(4000).default(""),
    }),
    saveOf("languages"),
    saveOf("after-sending").extend({ sendsToAll: yesOrNo }),
    saveOf("advanced"),
  ],
  sentences.tabShape,
);

/** Those of a new form: the first is the main one. Without any it is in English. */
const NewLanguages = many(z.array(LanguageCode)).transform(([first, ...others]) =>
  first === undefined ? {} : { languages: { default: first, enabled: [first, ...others], automatic: true } },
);

/** The forms of the settings' page. */
export const FormSettingsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), languages: NewLanguages }),
  SaveForm,
  z.object({ intent: z.literal("remove-logo"), version: z.coerce.number().int() }),
  z.object({ intent: z.literal("delete") }),
]);

export const ConsentForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("cover-consent"),
    consentVersion: z.coerce.number().int(),
    coversAll: yesOrNo,
    covers: many(z.array(z.string())),
  }),
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
    languages: NewLanguages,
  }),
  z.object({ intent: z.enum(FORM_ACTIONS), formId: Id }),
]);

export const FormSettingsResponse = z.object({
  _id: z.string(),
  ...schemasOf("shown"),
  askAmount: z.boolean().describe("Whether amountField is not hidden"),
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
  missingTexts: z
    .array(z.object({ language: LanguageCode, texts: z.array(z.enum(TEXT_NAMES)) }))
    .describe("What visitors read in another language than the form, because its owner has not written it"),
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
