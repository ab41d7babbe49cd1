import { z } from "zod";
import { ACCOUNT_FIELDS } from "#app/lib/domain.ts";
import { isId } from "#app/lib/ids.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  ACCOUNT_TEXT_MAX,
  ID_MAX,
  PLATFORM_NAME_MAX,
  PLATFORM_NAME_MIN,
  PLATFORMS_MAX,
  PUBLIC_PLATFORMS_MAX,
} from "#app/schemas/shared/limits.ts";
import {
  Amount,
  Currency,
  digitsIssue,
  hasFittingDigits,
  MoneyResponse,
  readTypedMoney,
  TypedAmount,
} from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";
import { PLATFORM_ACTIONS } from "./form-failures.ts";
import { TiersForm } from "./tier-form.ts";
import { TierResponse, Tiers } from "./tiers.ts";

const { platforms } = messages;

/** Phosphor's names of the allowed icons. */
export const PLATFORM_ICONS = [
  "ChartLine",
  "CurrencyCircleDollar",
  "CurrencyBtc",
  "Coins",
  "ChartBar",
  "ChartLineUp",
  "TrendUp",
  "Graph",
  "UsersThree",
  "Percent",
] as const;
export type PlatformIconKey = (typeof PLATFORM_ICONS)[number];
const PlatformName = z
  .string(platforms.nameShort)
  .trim()
  .min(PLATFORM_NAME_MIN, platforms.nameShort)
  .max(PLATFORM_NAME_MAX, platforms.nameLong)
  .refine(isPlainText, messages.fields.nameCharacters);
const PlatformIconName = z.enum(PLATFORM_ICONS, platforms.iconShape);

const amountLimit = z
  .object({ amount: Amount, currency: Currency })
  .refine(hasFittingDigits, digitsIssue())
  .nullable()
  .optional()
  .describe(
    "Above it an amount has to be confirmed by its sender, and is marked as unlikely. Null: what is worth EUR 100,000 at the day's rate, or 100,000,000 in a currency without one",
  );

const countsCoins = z
  .boolean()
  .optional()
  .describe(
    "Whether the form takes an amount in USDT or another coin as one in the currency that it stands for. Otherwise it asks for that currency",
  );

const accountText = z
  .string()
  .trim()
  .max(ACCOUNT_TEXT_MAX, platforms.accountTextLong)
  .refine(isPlainText, platforms.accountTextLong)
  .transform((text) => text || null)
  .nullable()
  .default(null);
const AccountNumberInput = z.object({
  field: z.enum(ACCOUNT_FIELDS, platforms.accountFieldShape),
  name: accountText.describe("What the broker calls it, such as UID. Null: account number"),
  example: accountText.describe("Shown beside the field"),
});
const accountNumber = AccountNumberInput.optional().describe(
  "Whether the form asks visitors for their account number at this platform, by which statements prove claims. A new platform asks, and takes no answer too",
);

export const PlatformInput = z.object({
  name: PlatformName,
  icon: PlatformIconName,
  amountLimit,
  countsCoins,
  accountNumber,
  commissionTiers: Tiers.optional(),
});
/** The fields of a new one; what its page has besides, it gets later. */
const PlatformFields = PlatformInput.omit({
  commissionTiers: true,
  amountLimit: true,
  countsCoins: true,
  accountNumber: true,
});
export type PlatformInput = z.output<typeof PlatformInput>;

export const PlatformChange = z
  .object({
    name: PlatformName.optional(),
    icon: PlatformIconName.optional(),
    amountLimit,
    countsCoins,
    accountNumber,
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    messages.profile.nothingToChange,
  );
export type PlatformChange = z.output<typeof PlatformChange>;

const PlatformAction = z.object({ intent: z.enum(PLATFORM_ACTIONS), platformId: Id });

export const TiersInput = z.object({ platformId: Id, commissionTiers: Tiers });
export const PlatformStatusInput = z.object({ isActive: z.boolean() });
const OrderedIds = z
  .array(Id, platforms.orderShape)
  .max(PLATFORMS_MAX, platforms.orderShape)
  .refine((ids) => new Set(ids).size === ids.length, platforms.orderShape);
export const OrderInput = z.object({ orderedIds: OrderedIds });
/** Sends the ids in one comma-separated field. */
const OrderForm = z.object({
  intent: z.literal("reorder"),
  orderedIds: z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), OrderedIds),
});

/** The forms of the list, and of one platform's page. */
export const PlatformsForm = z.discriminatedUnion("intent", [
  PlatformFields.extend({ intent: z.enum(["create", "create-known"]) }),
  OrderForm,
  PlatformAction,
]);
export const PlatformForm = z.discriminatedUnion("intent", [
  PlatformFields.extend({
    intent: z.literal("update"),
    /** The version of the saved settings that the form was opened with. */
    seen: z.string().default(""),
    accountNumber: AccountNumberInput,
    amount: emptyAsMissing(TypedAmount),
    currency: Currency,
    countsCoins: z.literal("on").optional(),
  }).transform(readTypedMoney),
  TiersForm,
  PlatformAction,
]);

/** `ids=a,b`. Invalid ids match no platform. */
export const PublicPlatformsQuery = z.object({
  ids: z
    .string(platforms.idsRequired)
    .max((ID_MAX + 1) * PUBLIC_PLATFORMS_MAX, platforms.idsMany)
    .transform((text) => [
      ...new Set(
        text
          .split(",")
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ])
    .refine((ids) => ids.length > 0, platforms.idsRequired)
    .refine((ids) => ids.length <= PUBLIC_PLATFORMS_MAX, platforms.idsMany)
    .transform((ids) => ids.filter(isId))
    .describe("Up to 50 ids, separated by commas"),
});

export const AccountNumberResponse = z.object({
  field: z.enum(ACCOUNT_FIELDS),
  name: z.string().nullable(),
  example: z.string().nullable(),
});

export const PublicPlatformResponse = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(PLATFORM_ICONS),
  userPlatformId: z.string(),
  commissionTiers: z.array(TierResponse),
});
export type PublicPlatformResponse = z.infer<typeof PublicPlatformResponse>;

export const PlatformResponse = PublicPlatformResponse.extend({
  isActive: z.boolean(),
  isDefault: z.boolean(),
  position: z.number().int(),
  amountLimit: MoneyResponse.nullable().describe("Null: the default"),
  countsCoins: z.boolean().describe("Whether an amount in USDT is one in USD"),
  accountNumber: AccountNumberResponse.nullable().describe(
    "Null: nobody has said it. The form asks for an account number and takes no answer too",
  ),
});
export type PlatformResponse = z.infer<typeof PlatformResponse>;

/** Other settings were saved since the form was opened: their version, and what they are. */
export type SettingsConflict = { seen: string; saved: PlatformResponse };

export const OnePlatformResponse = z.object({ platform: PlatformResponse });
export const PlatformsResponse = z.object({ platforms: z.array(PlatformResponse) });

type Total = z.infer<typeof MoneyResponse>;
/** A platform's month for its page, with one sum per currency. */
export type ProgressResponse = {
  verified: Total[];
  earned: Total[];
  /** The verified total that counts towards the tiers, in their currency. */
  total: Total;
  /** Verified amounts that do not count, because they have no rate to the currency of `total`. */
  uncounted: Total[];
  tier: string | null;
  next: { tier: string; missing: Total } | null;
  /** The progress to the next tier, as a share of its start. */
  percent: number;
};
