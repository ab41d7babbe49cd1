export const connections = {
  tokenRequired: "Paste the access token",
  tokenShape: "An access token has no spaces or line breaks. Copy all of it again.",
  assetShape: "An ID has no spaces. Copy it again.",
  codeShape: "A test event code has letters and digits only. Copy it again.",
  codeRequired: "Enter the test event code",
  adAccountRequired: "Enter the ad account’s number",
  adAccountShape: "An ad account’s number has digits only, such as 1234567890. Copy it again.",
  tooManyAdAccounts: "A workspace can read the spend of 20 ad accounts. Disconnect one first.",
  readAMomentAgo: "This ad account was read a moment ago or waits for its turn. Try again in five minutes.",
  expired: "This took too long, so nothing was kept. Please start again.",
  cancelled: "Nothing was connected: you did not allow access.",
} as const;
