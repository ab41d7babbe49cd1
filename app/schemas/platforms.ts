import { z } from "zod";
import { isId } from "#app/lib/ids.ts";
import {
  ID_MAX,
  PLATFORM_NAME_MAX,
  PLATFORM_NAME_MIN,
  PLATFORMS_MAX,
  PUBLIC_PLATFORMS_MAX,
} from "./limits.ts";
import { messages } from "./messages.ts";
import type { MoneyAnswer } from "./money.ts";
import { isPlainText } from "./plain-text.ts";
import { TierAnswer, Tiers } from "./tiers.ts";

const { platforms } = messages;

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
export const PlatformName = z
  .string(platforms.nameShort)
  .trim()
  .min(PLATFORM_NAME_MIN, platforms.nameShort)
  .max(PLATFORM_NAME_MAX, platforms.nameLong)
  .refine(isPlainText, messages.fields.nameCharacters);
const PlatformIconName = z.enum(PLATFORM_ICONS, platforms.iconShape);

export const PlatformInput = z.object({
  name: PlatformName,
  icon: PlatformIconName,
  commissionTiers: Tiers.optional(),
});
/** What the page asks for; tiers have an editor of their own. */
export const PlatformForm = PlatformInput.omit({ commissionTiers: true });
export type PlatformInput = z.output<typeof PlatformInput>;

export const PlatformChange = z
  .object({ name: PlatformName.optional(), icon: PlatformIconName.optional() })
  .refine(({ name, icon }) => name !== undefined || icon !== undefined, messages.profile.nothingToChange);
export type PlatformChange = z.output<typeof PlatformChange>;

/** What the pages send of one platform by a press. */
export const PLATFORM_ACTS = ["on", "off", "default", "delete", "up", "down"] as const;
export type PlatformActName = (typeof PLATFORM_ACTS)[number];
/** What is said of each where it fails. */
export const actFailures: Record<PlatformActName, string> = {
  on: platforms.statusFailed,
  off: platforms.statusFailed,
  default: platforms.defaultFailed,
  delete: platforms.deleteFailed,
  up: platforms.reorderFailed,
  down: platforms.reorderFailed,
};
export const PlatformAct = z.object({ act: z.enum(PLATFORM_ACTS), platformId: z.string().max(ID_MAX) });

export const TiersInput = z.object({ platformId: z.string(), commissionTiers: Tiers });
export const PlatformStatusInput = z.object({ isActive: z.boolean() });
const OrderedIds = z
  .array(z.string().max(ID_MAX), platforms.orderShape)
  .max(PLATFORMS_MAX, platforms.orderShape)
  .refine((ids) => new Set(ids).size === ids.length, platforms.orderShape);
export const OrderInput = z.object({ orderedIds: OrderedIds });
/** The same from the page: one field, its ids with commas between them. */
export const OrderForm = z.object({
  orderedIds: z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), OrderedIds),
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

type Total = z.infer<typeof MoneyAnswer>;
/** What a platform's month has brought, as its page shows it. Sums are for each currency that came. */
export type ProgressAnswer = {
  verified: Total[];
  earned: Total[];
  /** What was verified as far as it counts towards the tiers, in their currency. */
  total: Total;
  /** Verified amounts that do not, since there is no rate of the currencies `withoutRate`. */
  uncounted: Total[];
  withoutRate: string[];
  /** The name of the tier that holds now. */
  tier: string | null;
  next: { tier: string; missing: Total } | null;
  /** How much of the way to the next tier is done, of its start. */
  percent: number;
};
