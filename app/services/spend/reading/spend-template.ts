/** A table to fill in for spend of which there is no export. */
export const SPEND_TEMPLATE = `${[
  "Day,Ad platform,Account ID,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Amount,Currency,Impressions,Clicks,Conversions",
  "2026-11-01,Meta,1234567890,Summer LATAM,,Broad,,,,120.50,EUR,15300,410,6",
  "2026-11-01,TikTok,,Creators,,,,,,80.00,USD,,,",
].join("\r\n")}\r\n`;
