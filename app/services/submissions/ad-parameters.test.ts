import { expect, test } from "vitest";
import { adviseOnMacro, findMacro } from "#app/lib/link-macros.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { readLinkParameters } from "#app/services/submissions/link-parameters.ts";

test.each(adPlatforms.all().map((platform) => [platform.name, platform] as const))(
  "an ad at %s says its campaign, ad set and ad in placeholders that the product knows",
  (_name, { describe, settingsSchema }) => {
    const { query } = describe(settingsSchema.parse({})).adParameters;
    const pairs = [...new URLSearchParams(query)].filter(([, value]) => findMacro(value) !== null);
    for (const [, macro] of pairs) expect(adviseOnMacro(macro)).not.toContain("spelled exactly");
    // As the ad platform replaces them.
    const replaced = pairs.reduce((text, [, macro], index) => text.replace(macro, `v${index}`), query);
    expect(readLinkParameters(`?${replaced}`)).toMatchObject({
      macros: [],
      values: {
        utmSource: expect.any(String),
        utmMedium: "paid",
        utmCampaign: expect.stringMatching(/^v/),
        campaignId: expect.stringMatching(/^v/),
        adSetId: expect.stringMatching(/^v/),
        adId: expect.stringMatching(/^v/),
      },
    });
  },
);

test.each([
  ["{{campaign.name}}", "Meta and Snapchat replace it only in the ad itself"],
  ["{{site_source_name}}", "Meta and Snapchat replace it only in the ad itself"],
  ["__CLICKID__", "TikTok replaces it only in the ad’s destination URL"],
  ["{gclid}", "Google Ads replaces it only in the campaign’s"],
  ["{Campaign_Id}", "Google Ads replaces it only if it is spelled exactly, for example {campaignid}"],
  ["{{campaign_name}}", "Meta and Snapchat replace it only if it is spelled exactly"],
  ["undefined", "The page or the tool that made the link had no value for it."],
  ["[GCLID]", "The page or the tool that made the link had no value for it."],
  ["fb.1.99.IwARx9", "It begins like Meta’s cookie _fbc but is not one."],
])("an owner whose link says %s reads how to mend it", (macro, advice) => {
  expect(adviseOnMacro(macro)).toContain(advice);
});
