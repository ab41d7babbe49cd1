import { CAMPAIGN_PARAMETERS, LINK_PARAMETER } from "./ad-platforms.ts";
import { THEME_PARAMETER } from "./form-theme.ts";
import type { Language } from "./languages.ts";

/** Where a link is posted, and the `utm_source` and `utm_medium` that tell its claims apart. */
export const CHANNELS = [
  { id: "instagram", name: "Instagram bio and stories", source: "instagram", medium: "social" },
  { id: "tiktok", name: "TikTok bio", source: "tiktok", medium: "social" },
  { id: "youtube", name: "YouTube description", source: "youtube", medium: "social" },
  { id: "telegram", name: "Telegram", source: "telegram", medium: "messenger" },
  { id: "whatsapp", name: "WhatsApp", source: "whatsapp", medium: "messenger" },
  { id: "discord", name: "Discord", source: "discord", medium: "community" },
  { id: "x", name: "X", source: "x", medium: "social" },
  { id: "facebook", name: "Facebook", source: "facebook", medium: "social" },
  { id: "email", name: "Email", source: "newsletter", medium: "email" },
  { id: "qr", name: "QR code, print", source: "qr", medium: "offline" },
] as const;

export type ChannelId = (typeof CHANNELS)[number]["id"];

/** The form's address for one channel. */
export function channelUrl(url: string, id: ChannelId): string {
  const { source, medium } = CHANNELS.find((channel) => channel.id === id) ?? CHANNELS[0];
  return `${url}?${new URLSearchParams({ utm_source: source, utm_medium: medium })}`;
}

type LinkParts = { name: string; source: string | null; medium: string | null; campaign: string | null };

/** The form's address by a link that its owner has named. */
export function linkUrl(url: string, { name, source, medium, campaign }: LinkParts): string {
  const search = new URLSearchParams({ [LINK_PARAMETER]: name });
  if (source) search.set(CAMPAIGN_PARAMETERS.utmSource, source);
  if (medium) search.set(CAMPAIGN_PARAMETERS.utmMedium, medium);
  if (campaign) search.set(CAMPAIGN_PARAMETERS.utmCampaign, campaign);
  return `${url}?${search}`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** How a form opens on another site: what `data-attesto` says. */
export const EMBED_MODES = ["inline", "popup", "page"] as const;
export type EmbedMode = (typeof EMBED_MODES)[number];

/** What `embed.js` names the closing button if `data-close` does not. */
const CLOSE = "Close";

type EmbedOptions = {
  /** The form's address. */
  url: string;
  origin: string;
  mode: EmbedMode;
  /** The link's text and the name of the form. */
  title: string;
  /** Of the form; null for the visitor's. */
  language: Language | null;
  /** The closing button's name. */
  close: string;
};

/** A link that `embed.js` makes the form of, or a button that opens it. Without the script it is a plain link. */
export function embedSnippet({ url, origin, mode, title, language, close }: EmbedOptions): string {
  const lang = language === null ? "" : `lang=${language}&`;
  const closing = mode === "inline" || close === CLOSE ? "" : ` data-close="${escaped(close)}"`;
  return [
    `<a href="${escaped(`${url}?${lang}utm_source=embed`)}" data-attesto="${mode}"${closing}>${escaped(title)}</a>`,
    `<script src="${escaped(origin)}/embed.js" async></script>`,
  ].join("\n");
}

/** A frame that needs no script. Its height is enough for most forms, and light is what most pages are. */
export const frameSnippet = ({ url, title }: Pick<EmbedOptions, "url" | "title">): string =>
  `<iframe src="${escaped(`${url}?${THEME_PARAMETER}=light&utm_source=embed`)}" title="${escaped(title)}" width="100%" height="900" frameborder="0" loading="lazy"></iframe>`;

/** The script that keeps an ad's click on the owner's own pages and adds it to links to the form. */
export const clickSnippet = ({
  slug,
  origin,
  days,
}: {
  slug: string;
  origin: string;
  days: number;
}): string =>
  `<script src="${escaped(origin)}/click.js" data-form="${slug}" data-days="${days}" async></script>`;

/** A plain link for another site. */
export const linkSnippet = ({ url, title }: { url: string; title: string }): string =>
  `<a href="${escaped(url)}?utm_source=website">${escaped(title)}</a>`;
