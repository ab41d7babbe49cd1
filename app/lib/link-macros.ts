/** How an ad platform writes the placeholders that it replaces in its ads' links. */
type MacroStyle = {
  pattern: RegExp;
  platforms: string;
  /** Some that it knows, so that a misspelled one can be compared. */
  known: readonly string[];
  /** Where they have to be written, so that they are replaced. */
  place: string;
};

const STYLES: readonly MacroStyle[] = [
  {
    pattern: /\{\{[^{}]{0,100}\}\}/,
    platforms: "Meta and Snapchat",
    known: [
      ...["{{campaign.name}}", "{{campaign.id}}", "{{adset.name}}", "{{ad.name}}", "{{ad.id}}"],
      ...["{{adset.id}}", "{{adSet.name}}", "{{adSet.id}}", "{{creative.name}}"],
    ],
    place: "in the ad itself, at Meta in its field “URL parameters”",
  },
  {
    // Not any word in capitals: a campaign may be called __SALE__.
    pattern: /__(?:CAMPAIGN|AID|CID|AD|CALLBACK|PLACEMENT|CLICKID)[A-Z\d_]*__/,
    platforms: "TikTok",
    known: ["__CAMPAIGN_NAME__", "__CAMPAIGN_ID__", "__AID_NAME__", "__AID__", "__CID_NAME__", "__CID__"],
    place: "in the ad’s destination URL, in capitals and with two underscores on each side",
  },
  {
    // Not any word in braces: a campaign may be called {Brazil}.
    pattern:
      /\{(?:_|campaign|adgroup|creative|keyword|match|network|device|placement|target|gclid|lpurl|loc_|feeditem|extension)[\w.:-]{0,100}\}/i,
    platforms: "Google Ads",
    known: ["{campaignid}", "{adgroupid}", "{creative}", "{keyword}", "{matchtype}"],
    place: "in the campaign’s “Final URL suffix” or tracking template, in small letters",
  },
];

/** The first placeholder in a parameter's value that no ad platform has replaced. */
export function findMacro(value: string): string | null {
  for (const { pattern } of STYLES) {
    const [macro] = pattern.exec(value) ?? [];
    if (macro !== undefined) return macro;
  }
  return null;
}

const EXAMPLES = 6;

/** How to mend a link with such a placeholder, as a sentence for its owner. */
export function adviseOnMacro(macro: string): string {
  const style = STYLES.find(({ pattern }) => pattern.test(macro));
  if (!style) return "";
  const { platforms, known, place } = style;
  const isKnown = known.includes(macro);
  const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(known.slice(0, EXAMPLES));
  return isKnown
    ? `${platforms} replaces it only ${place}. In a link that you post yourself, write the name in its place.`
    : `${platforms} replaces it only if it is spelled exactly, for example ${names}, and only ${place}. In a link that you post yourself, write the name in its place.`;
}
