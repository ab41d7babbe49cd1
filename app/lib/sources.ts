/** In a filter, the value for claims without a source, campaign or country. No source has this name. */
export const NO_VALUE = "(none)";

/** The name of the row for claims of a day with too many campaigns or origins to count. No source has this name. */
export const OTHER_VALUES = "(other)";

/** The lengths of the columns. Text can grow in lower case. */
const NAME_MAX = 200;

type Network = { hosts: RegExp; apps: string[] };

/** The hosts and Android apps of what people call by one name, which is its `utm_source` on our own links. */
const NETWORKS: Record<string, Network> = {
  discord: { hosts: /(^|\.)(discord\.com|discord\.gg|discordapp\.com)$/, apps: ["com.discord"] },
  facebook: {
    hosts: /(^|\.)(facebook\.com|fb\.com|fb\.me|fb\.watch)$/,
    apps: ["com.facebook.katana", "com.facebook.lite"],
  },
  gmail: { hosts: /^mail\.google\.com$/, apps: ["com.google.android.gm"] },
  google: {
    hosts: /^google\.([a-z]{2,3}|com?\.[a-z]{2})$/,
    apps: ["com.google.android.googlequicksearchbox"],
  },
  instagram: { hosts: /(^|\.)instagram\.com$/, apps: ["com.instagram.android", "com.instagram.lite"] },
  line: { hosts: /(^|\.)line\.me$/, apps: ["jp.naver.line.android"] },
  linkedin: { hosts: /(^|\.)(linkedin\.com|lnkd\.in)$/, apps: ["com.linkedin.android"] },
  messenger: {
    hosts: /(^|\.)(messenger\.com|m\.me)$/,
    apps: ["com.facebook.orca", "com.facebook.mlite"],
  },
  pinterest: {
    hosts: /(^|\.)(pinterest\.([a-z]{2,3}|com?\.[a-z]{2})|pin\.it)$/,
    apps: ["com.pinterest"],
  },
  reddit: { hosts: /(^|\.)(reddit\.com|redd\.it)$/, apps: ["com.reddit.frontpage"] },
  snapchat: { hosts: /(^|\.)snapchat\.com$/, apps: ["com.snapchat.android"] },
  telegram: {
    hosts: /(^|\.)(telegram\.org|telegram\.me|t\.me)$/,
    apps: ["org.telegram.messenger", "org.telegram.messenger.web", "org.thunderdog.challegram"],
  },
  threads: { hosts: /(^|\.)(threads\.net|threads\.com)$/, apps: ["com.instagram.barcelona"] },
  tiktok: {
    hosts: /(^|\.)tiktok\.com$/,
    apps: ["com.zhiliaoapp.musically", "com.zhiliaoapp.musically.go", "com.ss.android.ugc.trill"],
  },
  twitch: { hosts: /(^|\.)twitch\.tv$/, apps: ["tv.twitch.android.app"] },
  viber: { hosts: /(^|\.)viber\.com$/, apps: ["com.viber.voip"] },
  vk: { hosts: /(^|\.)(vk\.com|vk\.ru)$/, apps: ["com.vkontakte.android"] },
  whatsapp: { hosts: /(^|\.)(whatsapp\.com|wa\.me)$/, apps: ["com.whatsapp", "com.whatsapp.w4b"] },
  x: { hosts: /(^|\.)(x\.com|twitter\.com|t\.co)$/, apps: ["com.twitter.android"] },
  youtube: { hosts: /(^|\.)(youtube\.com|youtu\.be)$/, apps: ["com.google.android.youtube"] },
};

/** The one form of a campaign, whatever its case and blanks. Null for one that says nothing. */
export function normalizeCampaign(text: string): string | null {
  const name = text
    .replace(/[\s\u200b\u2060]+/g, " ")
    .toLowerCase()
    .normalize("NFC");
  const cut = [...name.trim()].slice(0, NAME_MAX).join("").trimEnd();
  return cut === "" || cut === NO_VALUE || cut === OTHER_VALUES ? null : cut;
}

/** The one form of a source, which for a network's hosts and apps is the network's name. */
export function normalizeSource(text: string): string | null {
  const name = normalizeCampaign(text);
  if (name === null) return null;
  const site = (readSite(name) ?? name).replace(/^(www\.)+(?=.)/, "");
  const isOf = ({ hosts, apps }: Network) => hosts.test(site) || apps.includes(site);
  return Object.keys(NETWORKS).find((network) => isOf(NETWORKS[network] as Network)) ?? site;
}

/** The host of a referrer, or the Android app that it names. Null for anything else. */
export function readSite(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { protocol, host } = new URL(referrer);
  return /^(https?|android-app):$/.test(protocol) && host ? host : null;
}
