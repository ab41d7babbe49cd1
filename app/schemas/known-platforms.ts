import type { AffiliateSystem } from "#app/lib/affiliate-systems.ts";
import type { BrokerKind } from "#app/lib/broker-states.ts";
import type { PlatformIconKey } from "./platforms.ts";

/** A broker that is added in one press. What is not known of it is left out. */
type KnownPlatform = {
  name: string;
  icon: PlatformIconKey;
  /** What its clients know their account number as, and one that is made up. */
  account?: { name?: string; example?: string };
  /** Its programme's, which says the parameters of links and the macros of postbacks. */
  system?: Exclude<AffiliateSystem, "other">;
  /** Of its own links. Hosts where anybody can have a link made are none of these. */
  hosts?: readonly string[];
  /** The API that says who is a client. */
  api?: BrokerKind;
};

export const KNOWN_PLATFORMS: readonly KnownPlatform[] = [
  { name: "eToro", icon: "UsersThree" },
  { name: "XM", icon: "ChartLineUp" },
  {
    name: "Exness",
    icon: "CurrencyCircleDollar",
    account: { name: "Exness account", example: "84123371" },
    system: "exness",
    hosts: ["exness.com", "exnesslink.com", "exnessonelink.com"],
    api: "exness",
  },
  { name: "IC Markets", icon: "ChartBar" },
  { name: "Pepperstone", icon: "TrendUp" },
  { name: "Plus500", icon: "Percent" },
  { name: "AvaTrade", icon: "ChartLine" },
  {
    name: "Deriv",
    icon: "Graph",
    account: { example: "CR8412337" },
    system: "myaffiliates",
    hosts: ["deriv.com"],
  },
  { name: "Vantage", icon: "Coins" },
  { name: "Binance", icon: "CurrencyBtc" },
  {
    name: "Bybit",
    icon: "CurrencyBtc",
    account: { name: "UID", example: "8412337" },
    hosts: ["bybit.com"],
    api: "bybit",
  },
  { name: "Bitget", icon: "CurrencyBtc", account: { name: "UID" }, hosts: ["bitget.com"], api: "bitget" },
  { name: "BingX", icon: "CurrencyBtc", account: { name: "UID" }, hosts: ["bingx.com"] },
  { name: "CoinEx", icon: "CurrencyBtc", hosts: ["coinex.com"] },
  { name: "KuCoin", icon: "CurrencyBtc", hosts: ["kucoin.com"] },
  { name: "OKX", icon: "CurrencyBtc", account: { name: "UID" }, hosts: ["okx.com"] },
];

/** The known broker that a platform is named after: "Exness", "Exness Spain". */
export function findKnownPlatform(name: string): KnownPlatform | null {
  const words = toWords(name);
  return KNOWN_PLATFORMS.find((known) => words.includes(toWords(known.name))) ?? null;
}

const toWords = (name: string): string =>
  ` ${name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
    .join(" ")} `;

/** The affiliate system of the known broker that a platform is named after. */
export const systemOfPlatform = (name: string): AffiliateSystem => findKnownPlatform(name)?.system ?? "other";

const isBelow = (host: string, known: string): boolean => host === known || host.endsWith(`.${known}`);

const findByHost = (host: string): KnownPlatform | null =>
  KNOWN_PLATFORMS.find(({ hosts = [] }) => hosts.some((known) => isBelow(host, known))) ?? null;

/** Whether a host is a known broker's, or below one: `one.exnesslink.com`. */
export const isKnownHost = (host: string): boolean => findByHost(host) !== null;

/** The system of a broker's own link, by its host. */
export const systemOfHost = (host: string): AffiliateSystem | null => findByHost(host)?.system ?? null;
