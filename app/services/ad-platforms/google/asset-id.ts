/** Google's address of a conversion action: the account that owns it, and its own number. */
export type GoogleConversionAction = { accountId: string; actionId: string };

/** From `1234567890/987654321`, with or without the hyphens that Google Ads shows; null if it is neither. */
export function readAssetId(assetId: string): GoogleConversionAction | null {
  const [, account = "", actionId = ""] = /^([\d-]{10,14})\/(\d{1,20})$/.exec(assetId.trim()) ?? [];
  const accountId = account.replaceAll("-", "");
  return /^\d{10}$/.test(accountId) ? { accountId, actionId } : null;
}
