/** What pages say about each ad platform, whatever is connected here. */
export const ADVERTISED_PLATFORMS = [
  { name: "Meta", service: "Conversions API", state: "supported" },
  { name: "Google Ads", service: "offline conversions", state: "in development (beta)" },
  { name: "TikTok", service: "Events API", state: "in development (beta)" },
  { name: "Snapchat", service: "Conversions API", state: "in development (beta)" },
] as const;

// Calls are marked as pure, so that scripts of other sites leave these texts out.
const listed = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

/** "Meta, Google Ads, TikTok and Snapchat". */
export const advertisedPlatforms = /* @__PURE__ */ listed(
  /* @__PURE__ */ ADVERTISED_PLATFORMS.map(({ name }) => name),
);
/** Those in development. */
export const platformsInBeta = /* @__PURE__ */ listed(
  /* @__PURE__ */ ADVERTISED_PLATFORMS.flatMap(({ name, state }) => (state === "supported" ? [] : name)),
);

/** The columns of click ids, each with the parameter of a page's address that an ad platform gives it in. */
export const CLICK_IDS = {
  fbclid: "fbclid",
  ttclid: "ttclid",
  scCid: "ScCid",
  gclid: "gclid",
  gbraid: "gbraid",
  wbraid: "wbraid",
} as const;
export type ClickId = keyof typeof CLICK_IDS;
/** The click ids of each ad platform. Those of one click belong together. */
export const CLICK_ID_GROUPS: readonly (readonly ClickId[])[] = [
  ["fbclid"],
  ["ttclid"],
  ["scCid"],
  ["gclid", "gbraid", "wbraid"],
];
type ClickParameter = (typeof CLICK_IDS)[ClickId];

/** The columns of what a link says of its campaign, each with the parameter's name. */
export const CAMPAIGN_PARAMETERS = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
} as const;

/** The columns of an ad's ids, each with the parameters that links give it in, ours first. */
export const AD_IDS = {
  campaignId: ["campaign_id", "campaignid", "utm_campaign_id", "utm_id"],
  adSetId: [
    ...(["adset_id", "adsetid", "ad_set_id", "adgroup_id", "adgroupid", "ad_group_id"] as const),
    ...(["adsquad_id", "ad_squad_id"] as const),
  ],
  adId: ["ad_id", "utm_ad_id", "creative_id"],
} as const;
export type AdId = keyof typeof AD_IDS;
/** Digits, or at Snapchat a UUID. */
export const AD_ID_SHAPE = /^[\w.:-]{1,64}$/;

/** The parameter that names a link of the owner's: `?l=ig-story-3`. */
export const LINK_PARAMETER = "l";

/** Names a form's page that `embed.js` loads again in its frame: the first load has counted the view. */
export const RELOAD_PARAMETER = "attesto_reload";

/** What a parameter of an address fills: columns, and the link. */
export type LinkColumn = ClickId | keyof typeof CAMPAIGN_PARAMETERS | AdId | "link";

/** The columns of ad platforms' own cookies, each with the cookie's name. */
export const AD_COOKIES = { fbc: "_fbc", fbp: "_fbp", ttp: "_ttp", scid: "_scid" } as const;
export type AdCookie = keyof typeof AD_COOKIES;

const FBC = /^(fb\.[0-2])\.(\d{13})\.([\w.~-]+)$/;

/**
 * The parts of Meta's cookie in its documented shape; its Parameter Builder may add a fifth one. Some tools wrap a
 * whole cookie again: the innermost one is the click's.
 */
export function readFbc(text: string): { prefix: string; ms: string; clickId: string } | null {
  const [, prefix = "", ms = "", clickId = ""] = FBC.exec(text.trim()) ?? [];
  return clickId === "" ? null : (readFbc(clickId) ?? { prefix, ms, clickId });
}

/** What /api has of click ids: under the names of their parameters. */
export function byParameter<Value>(of: (clickId: ClickId) => Value) {
  const values: Partial<Record<ClickParameter, Value>> = {};
  for (const [column, parameter] of parameters) values[parameter] = of(column);
  return values as Record<ClickParameter, Value>;
}

const parameters = /* @__PURE__ */ Object.entries(CLICK_IDS) as [ClickId, ClickParameter][];

/** Whose click id it is. Scripts for other sites do not need it. */
export const PLATFORM_OF_CLICK: Readonly<Record<ClickId, string>> = {
  fbclid: "meta",
  ttclid: "tiktok",
  scCid: "snapchat",
  gclid: "google",
  gbraid: "google",
  wbraid: "google",
};
