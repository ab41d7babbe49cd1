export const connections = {
  tokenRequired: "Paste the access token",
  tokenShape: "An access token has no spaces or line breaks. Copy all of it again.",
  assetShape: "An ID has no spaces. Copy it again.",
  codeShape: "A test event code has letters and digits only. Copy it again.",
  codeRequired: "Enter the test event code",
  expired: "This took too long, so nothing was kept. Please start again.",
  cancelled: "Nothing was connected: you did not allow access.",
} as const;
