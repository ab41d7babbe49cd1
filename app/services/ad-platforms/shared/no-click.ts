import { AD_COOKIES, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import { mapValues } from "#app/lib/objects.ts";
import type { Conversion } from "#app/services/ad-platforms/ad-platform.ts";

/** The values of a visitor who came without an ad. */
export const NO_CLICK = {
  clickIds: mapValues(CLICK_IDS, () => null),
  clickSeenAt: null,
  cookies: mapValues(AD_COOKIES, () => null),
} satisfies Partial<Conversion>;
