// Apart from the advice, so that scripts of other sites leave its texts out.
const META = /\{\{[^{}]{0,100}\}\}/;
/** Not any word in capitals: a campaign may be called __SALE__. */
const TIKTOK = /__(?:CAMPAIGN|AID|CID|AD|CALLBACK|PLACEMENT|CLICKID)[A-Z\d_]*__/;
/**
 * Not any word in braces: a campaign may be called {Brazil}. Other tools write [campaign] or <gclid>, which is a
 * placeholder as a whole value only.
 */
const GOOGLE =
  /(?:\{|^[[<])(?:_|campaign|adgroup|creative|keyword|match|network|device|placement|target|gclid|lpurl|loc_|feeditem|extension)[\w.:-]{0,100}(?:\}|[\]>]$)/i;

/** How an ad platform writes the placeholders that it replaces in its ads' links. */
type MacroStyle = {
  pattern: RegExp;
  platforms: string;
  replaces: "replace" | "replaces";
  /** Those that it replaces, so that a misspelled one can be told. */
  known: readonly string[];
  /** Where they have to be written, so that they are replaced. */
  place: string;
};

const STYLES: readonly MacroStyle[] = [
  {
    pattern: META,
    platforms: "Meta and Snapchat",
    replaces: "replace",
    known: [
      "{{campaign.name}}",
      "{{campaign.id}}",
      "{{adset.name}}",
      "{{ad.name}}",
      "{{ad.id}}",
      "{{adset.id}}",
      "{{adSet.name}}",
      "{{adSet.id}}",
      "{{placement}}",
      "{{site_source_name}}",
      "{{creative.name}}",
      "{{creative.headline}}",
    ],
    place: "in the ad itself, at Meta in its field “URL parameters”",
  },
  {
    pattern: TIKTOK,
    platforms: "TikTok",
    replaces: "replaces",
    known: [
      "__CAMPAIGN_NAME__",
      "__CAMPAIGN_ID__",
      "__AID_NAME__",
      "__AID__",
      "__CID_NAME__",
      "__CID__",
      "__CLICKID__",
      "__PLACEMENT__",
      "__CALLBACK_PARAM__",
    ],
    place: "in the ad’s destination URL, in capitals and with two underscores on each side",
  },
  {
    pattern: GOOGLE,
    platforms: "Google Ads",
    replaces: "replaces",
    known: [
      "{campaignid}",
      "{adgroupid}",
      "{creative}",
      "{keyword}",
      "{matchtype}",
      "{gclid}",
      "{network}",
      "{device}",
      "{devicemodel}",
      "{placement}",
      "{target}",
      "{targetid}",
      "{loc_interest_ms}",
      "{loc_physical_ms}",
      "{feeditemid}",
      "{extensionid}",
      "{lpurl}",
    ],
    place: "in the campaign’s “Final URL suffix” or tracking template, in small letters",
  },
];

/** What programs write where they have no value, and placeholders that nobody calls a campaign. */
const NO_VALUE = /^(?:n\/a|undefined|null|nan|\[object object\]|\(not set\)|\$\{.*\}|%.*%%)$/i;
const PATTERNS = [NO_VALUE, META, TIKTOK, GOOGLE];
/** No click id looks like one, whichever tool's it is, or begins as Meta's cookie and goes on in another way. */
const PLACEHOLDER = /^(?:[{[<].*[}\]>]|__[A-Z_]+__|fb\.(?![0-2]\.\d{13}\.[\w.~-]+$).*)$/;

/** What stands in a parameter in place of a value: no value, or a placeholder that nobody has replaced. */
export function findMacro(text: string): string | null {
  const value = text.trim();
  return PATTERNS.map((pattern) => pattern.exec(value)?.[0]).find(Boolean) ?? null;
}

/** The same for a click id, which may contain what looks like a placeholder: only one that is nothing else is. */
export function findMacroInClickId(text: string): string | null {
  const value = text.trim();
  return findMacro(value) === value || PLACEHOLDER.test(value) ? value : null;
}

const EXAMPLES = 6;

/** How to mend a link with such a placeholder, as a sentence for its owner. */
export function adviseOnMacro(macro: string): string {
  // Another tool's: no ad platform writes such brackets.
  const style = /^[[<]/.test(macro) ? undefined : STYLES.find(({ pattern }) => pattern.test(macro));
  if (macro.startsWith("fb."))
    return "It begins like Meta’s cookie _fbc but is not one. Leave the parameter out of your link: Meta adds it to each click.";
  if (!style)
    return "The page or the tool that made the link had no value for it. Leave the parameter out there, or write the name in its place.";
  const { platforms, replaces, known, place } = style;
  const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(known.slice(0, EXAMPLES));
  const rest = `only ${place}. In a link that you post yourself, write the name in its place.`;
  return known.includes(macro)
    ? `${platforms} ${replaces} it ${rest}`
    : `${platforms} ${replaces} it only if it is spelled exactly, for example ${names}, and ${rest}`;
}
