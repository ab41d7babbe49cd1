import { Decimal } from "decimal.js";
import { z } from "zod";
import { isId } from "#app/lib/ids.ts";
import { fitsCurrency, isCurrency } from "#app/lib/money.ts";
import {
  ID_MAX,
  PLATFORM_NAME_MAX,
  PLATFORM_NAME_MIN,
  PLATFORMS_MAX,
  PUBLIC_PLATFORMS_MAX,
  TIER_NAME_MAX,
  TIERS_MAX,
} from "./limits.ts";
import { messages } from "./messages.ts";
import { amountWith, Currency } from "./money.ts";

const { platforms, tiers } = messages;

/** Phosphor's names of the icons that a platform may have. */
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
export type PlatformIcon = (typeof PLATFORM_ICONS)[number];
export const TIER_TYPES = ["percentage", "fixed"] as const;

/** A start that counts from nothing: `0` is one. */
const zero = /^0+([.,]0+)?$/;
const MinAmount = z.preprocess(
  (value) => (value === 0 || (typeof value === "string" && zero.test(value.trim())) ? null : value),
  z.union([z.null().transform(() => "0"), amountWith(tiers.minShape)], tiers.minShape),
);
const MaxAmount = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  amountWith(tiers.maxShape).nullable(),
);

const Tier = z.object({
  /** Kept where it is one of the platform's own. */
  id: z.string().max(ID_MAX).optional(),
  name: z.string().trim().max(TIER_NAME_MAX, tiers.nameLong).optional(),
  minAmount: MinAmount,
  maxAmount: MaxAmount,
  type: z.enum(TIER_TYPES, tiers.typeShape),
  value: amountWith(tiers.valueShape),
  currency: Currency,
});

export type TierInput = Required<Omit<z.output<typeof Tier>, "id">> & { id: string | undefined };

type Fault = { path: [row: number, field: string]; message: string };

/** What is wrong with a list of tiers whose values can each be read: at most one thing for each field of a row. */
function faultsOf(rows: z.output<typeof Tier>[]): Fault[] {
  return rows.flatMap((tier, row) => {
    const faults: Fault[] = [];
    const add = (field: string, message: string) => faults.push({ path: [row, field], message });
    const before = rows[row - 1];
    if (tier.currency !== rows[0]?.currency) add("currency", tiers.oneCurrency);
    if (!fitsCurrency(tier.minAmount, tier.currency)) add("minAmount", tiers.digits);
    else if (before && new Decimal(tier.minAmount).lt(before.minAmount)) add("minAmount", tiers.order);
    else if (before && overlaps(before, tier)) add("minAmount", tiers.overlap);
    if (tier.maxAmount === null) {
      if (row < rows.length - 1) add("maxAmount", tiers.openInside);
    } else if (!fitsCurrency(tier.maxAmount, tier.currency)) add("maxAmount", tiers.digits);
    else if (new Decimal(tier.maxAmount).lte(tier.minAmount)) add("maxAmount", tiers.range);
    if (tier.type === "percentage") {
      if (new Decimal(tier.value).gt(100)) add("value", tiers.percentRange);
    } else if (!fitsCurrency(tier.value, tier.currency)) add("value", tiers.digits);
    return faults;
  });
}

/** Tiers may touch: the amount on the border is the higher one's. */
function overlaps(lower: z.output<typeof Tier>, higher: z.output<typeof Tier>): boolean {
  if (new Decimal(lower.minAmount).eq(higher.minAmount)) return true;
  return lower.maxAmount !== null && new Decimal(higher.minAmount).lt(lower.maxAmount);
}

/** A platform's tiers as a whole, the lowest first. A tier without a name is called by its place. */
export const Tiers = z
  .array(Tier)
  .max(TIERS_MAX, tiers.tooMany)
  .superRefine((rows, context) => {
    if (rows.some(({ currency }) => !isCurrency(currency))) return;
    for (const { path, message } of faultsOf(rows)) context.addIssue({ code: "custom", path, message });
  })
  .transform((rows): TierInput[] =>
    rows.map((tier, row) => ({ ...tier, id: tier.id, name: tier.name || `Tier ${row + 1}` })),
  );

export const PlatformName = z
  .string(platforms.nameShort)
  .trim()
  .min(PLATFORM_NAME_MIN, platforms.nameShort)
  .max(PLATFORM_NAME_MAX, platforms.nameLong);
const PlatformIconName = z.enum(PLATFORM_ICONS, platforms.iconShape);

export const PlatformInput = z.object({
  name: PlatformName,
  icon: PlatformIconName,
  commissionTiers: Tiers.optional(),
});
export type PlatformInput = z.output<typeof PlatformInput>;

export const PlatformChange = z
  .object({ name: PlatformName.optional(), icon: PlatformIconName.optional() })
  .refine(({ name, icon }) => name !== undefined || icon !== undefined, messages.profile.nothingToChange);
export type PlatformChange = z.output<typeof PlatformChange>;

export const TiersInput = z.object({ platformId: z.string().max(ID_MAX), commissionTiers: Tiers });
export const PlatformStatusInput = z.object({ isActive: z.boolean() });
export const OrderInput = z.object({
  orderedIds: z
    .array(z.string().max(ID_MAX), platforms.orderShape)
    .max(PLATFORMS_MAX, platforms.orderShape)
    .refine((ids) => new Set(ids).size === ids.length, platforms.orderShape),
});

/** `ids=a,b`; what cannot be an id is nobody's platform. */
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
    .transform((ids) => ids.filter(isId)),
});

export const TierAnswer = z.object({
  id: z.string(),
  name: z.string(),
  minAmount: z.string().describe("The month's verified total from which the tier holds"),
  maxAmount: z.string().nullable().describe("The last total of the tier; null: no end"),
  type: z.enum(TIER_TYPES),
  value: z.string().describe("Percent, or an amount for each conversion"),
  currency: z.string(),
});
export type TierAnswer = z.infer<typeof TierAnswer>;

export const PublicPlatformAnswer = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(PLATFORM_ICONS),
  userPlatformId: z.string(),
  commissionTiers: z.array(TierAnswer),
});
export type PublicPlatformAnswer = z.infer<typeof PublicPlatformAnswer>;

export const PlatformAnswer = PublicPlatformAnswer.extend({
  isActive: z.boolean(),
  isDefault: z.boolean(),
  position: z.number().int(),
});
export type PlatformAnswer = z.infer<typeof PlatformAnswer>;

export const OnePlatformAnswer = z.object({ platform: PlatformAnswer });
export const PlatformsAnswer = z.object({ platforms: z.array(PlatformAnswer) });
