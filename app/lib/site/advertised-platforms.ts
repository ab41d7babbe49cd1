/** The specification's sentences about each ad platform, whatever is connected here. */
export const ADVERTISED_PLATFORMS = [
  { name: "Meta", service: "Conversions API", state: "supported" },
  { name: "Google Ads", service: "offline conversions", state: "in development (beta)" },
  { name: "TikTok", service: "Events API", state: "in development (beta)" },
  { name: "Snapchat", service: "Conversions API", state: "in development (beta)" },
] as const;
