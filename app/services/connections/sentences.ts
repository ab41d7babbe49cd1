const list = new Intl.ListFormat("en-US", { type: "disjunction" });

/** The sentences of connecting, with the platform's own name and its word for an asset. */
export const sentences = {
  otherPlatformsToken: (other: string, name: string) =>
    `This looks like an access token of ${other}. Paste one of ${name}.`,
  chooseAsset: (assetWord: string, named: string[]) =>
    `This token can use several ${assetWord}s. Choose one: ${list.format(named)}.`,
  assetUnlisted: (assetWord: string) =>
    `We can't see your ${assetWord}s with this token. Enter the ${assetWord} ID.`,
  refused: (name: string) => `${name} refuses this access token.`,
  noTestMode: (name: string) => `${name} does not take this test event code.`,
  unreachable: (name: string) => `${name} cannot be reached right now. Try again in a few minutes.`,
  notAuthorized: (name: string) =>
    `${name} is connected in the dashboard, where it asks you to sign in. After that you can choose another asset here.`,
};
