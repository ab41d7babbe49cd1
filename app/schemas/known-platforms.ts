import type { PlatformIconKey } from "./platforms.ts";

/** Suggested trading platforms, each with one of our icons. */
export const KNOWN_PLATFORMS: readonly { name: string; icon: PlatformIconKey }[] = [
  { name: "eToro", icon: "UsersThree" },
  { name: "XM", icon: "ChartLineUp" },
  { name: "Exness", icon: "CurrencyCircleDollar" },
  { name: "IC Markets", icon: "ChartBar" },
  { name: "Pepperstone", icon: "TrendUp" },
  { name: "Plus500", icon: "Percent" },
  { name: "AvaTrade", icon: "ChartLine" },
  { name: "Deriv", icon: "Graph" },
  { name: "Vantage", icon: "Coins" },
  { name: "Binance", icon: "CurrencyBtc" },
  { name: "Bybit", icon: "CurrencyBtc" },
  { name: "OKX", icon: "CurrencyBtc" },
];
