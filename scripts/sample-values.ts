import { SANDBOX_ADS } from "../sandbox/meta/insights.ts";

/** Numbers that look random and are the same in each run, so that screenshots can be repeated. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export const FIRST =
  "aleksandra noor tomasz chiara j.okonkwo maria-fernanda bjorn lucie s.petrov dmg amira kaito lena ines mateusz priya oskar fatima jonas zeynep helena pavel yara stefan".split(
    " ",
  );
export const LAST =
  "wisniewska-kowalczyk vandenberg lis dellacorte trader etxeberria aaberg-lindqvist moreau-delacroix haddad mori schneider carvalho nowak iyer lund benali weber yilmaz novotna horak".split(
    " ",
  );
export const SOURCES = [
  "instagram",
  "instagram",
  "instagram",
  "tiktok",
  "youtube",
  "newsletter",
  null,
] as const;
/** Of each source. Those of Instagram and TikTok are ads. */
export const CAMPAIGNS = {
  instagram: [...new Set(SANDBOX_ADS.map(({ campaign }) => campaign.name))],
  tiktok: ["spark-northgate", "creator-es"],
  youtube: ["webinar"],
  newsletter: ["autumn"],
};

/** What a link of an ad says of it. */
export type AdParameters = Record<
  "utmContent" | "utmTerm" | "campaignId" | "adSetId" | "adId",
  string | null
>;

/** The ads at TikTok, one of each campaign. */
export const TIKTOK_ADS = CAMPAIGNS.tiktok.map((name, index) => ({
  campaign: { id: `184420175533610${index}`, name },
  adSet: { id: `184420175533620${index}`, name: "Interest: trading" },
  ad: { id: `184420175533630${index}`, name: `Spark ad ${index + 1}` },
  dailySpend: [9, 8][index] ?? 0,
  costPerPurchase: [40, 36][index] ?? 1,
}));
const ADS = [...SANDBOX_ADS, ...TIKTOK_ADS];

/** What the link of an ad of this campaign says; nothing where the campaign has no ads. */
export function adParameters(campaign: string | null, index: number): AdParameters {
  const own = ADS.filter((one) => one.campaign.name === campaign);
  const shown = own[index % own.length];
  return {
    utmContent: shown?.ad.name ?? null,
    utmTerm: shown?.adSet.name ?? null,
    campaignId: shown?.campaign.id ?? null,
    adSetId: shown?.adSet.id ?? null,
    adId: shown?.ad.id ?? null,
  };
}
export const CURRENCIES = ["EUR", "EUR", "EUR", "EUR", "EUR", "EUR", "USD", "USD", "PLN"];
export const PHONES = [
  ["ES", "+34600555"],
  ["PL", "+48601555"],
  ["NL", "+31612555"],
  ["FR", "+33612555"],
  ["SE", "+46701555"],
  ["IT", "+39320555"],
] as const;
export const USER_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

/** What Meta responds to an attempt, by its outcome. */
const META_ATTEMPTS = {
  accepted: {
    httpStatus: 200,
    platformCode: null,
    message: null,
    remedy: null,
    response: JSON.stringify({ events_received: 1, messages: [] }),
  },
  transient: {
    httpStatus: 500,
    platformCode: "2",
    message: "An unexpected error has occurred. Please retry your request later.",
    remedy: "Meta has a fault at the moment. Nothing to do: we'll send the event again.",
    response: null,
  },
  permanent: {
    httpStatus: 400,
    platformCode: "100/2804010",
    message: "Invalid parameter",
    remedy: "The value had no currency. Correct the amount and its currency, then send it again.",
    response: null,
  },
};

/** What TikTok responds. */
const TIKTOK_ATTEMPTS: typeof META_ATTEMPTS = {
  accepted: {
    ...META_ATTEMPTS.accepted,
    response: JSON.stringify({ code: 0, message: "OK" }),
  },
  transient: {
    ...META_ATTEMPTS.transient,
    httpStatus: 200,
    platformCode: "50000",
    message: "System error",
    remedy: "TikTok has a fault at the moment. Nothing to do: we'll send the event again.",
  },
  permanent: {
    ...META_ATTEMPTS.permanent,
    httpStatus: 200,
    platformCode: "40002",
    message: "properties.currency: Missing data for required field.",
  },
};

/** What the ad platform responds to an attempt. */
export const attemptResult = (adPlatform: string, outcome: keyof typeof META_ATTEMPTS) =>
  (adPlatform === "tiktok" ? TIKTOK_ATTEMPTS : META_ATTEMPTS)[outcome];

/** A deposit's event as the ad platform gets it, without what few claims have. */
export const claimEvent = (
  adPlatform: string,
  { seconds, email, money }: { seconds: number; email: string; money: object },
): object =>
  adPlatform === "tiktok"
    ? { event: "Purchase", event_time: seconds, user: { email }, properties: money }
    : {
        event_name: "Purchase",
        event_time: seconds,
        action_source: "website",
        user_data: { em: [email] },
        custom_data: money,
      };
