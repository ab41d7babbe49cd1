import { describe, expect, test } from "vitest";
import { findLink, readLinkParameters, readUnreplacedMacros } from "./link-parameters.ts";

describe("the parameters of a link", () => {
  test.each([
    ["?fbclid=IwAR_1-x.~&utm_source=fb", { fbclid: "IwAR_1-x.~", utmSource: "fb" }],
    ["?FBCLID=IwAR1&UTM_Source=fb", { fbclid: "IwAR1", utmSource: "fb" }],
    ["?sccid=S1&ScCid=S2", { scCid: "S1" }],
    ["?utm-source=fb&+utm_medium=cpc", { utmSource: "fb", utmMedium: "cpc" }],
    ["?utm%5Fsource=fb", { utmSource: "fb" }],
    ["?utm_source=fb&amp;fbclid=IwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["?utm_source=fb&amp;amp;fbclid=IwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["?utm_source=fb&amp%3Bfbclid=IwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["?utm_source=fb%26fbclid=IwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["?utm_source%3Dfb%26fbclid%3DIwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["?utm_source%253Dfb%2526amp%253Bfbclid%253DIwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["??utm_source=fb", { utmSource: "fb" }],
    ["?%3Futm_source=fb", { utmSource: "fb" }],
    ["?utm_source=fb?fbclid=IwAR1", { utmSource: "fb", fbclid: "IwAR1" }],
    ["?utm_source=fb;utm_medium=cpc", { utmSource: "fb", utmMedium: "cpc" }],
    ["?utm_source=&utm_source=+&utm_source=fb&utm_source=ig", { utmSource: "fb" }],
    ["?utm_campaign=Autumn%202026+sale", { utmCampaign: "Autumn 2026 sale" }],
    ["?utm_campaign=Autumn%252025%2525", { utmCampaign: "Autumn 25%" }],
    ["?utm_campaign=50%+off%3F&utm_term=a%26b", { utmCampaign: "50% off?", utmTerm: "a&b" }],
    ["?utm_campaign=caf%E9", { utmCampaign: "caf\u{FFFD}" }],
    ["?utm_campaign=%D8%B9%D8%B1%D8%B6", { utmCampaign: "عرض" }],
    ["?gclid=Cj0+x", { gclid: "Cj0+x" }],
    ["?to=https%3A%2F%2Fother.example%2F%3Ffbclid%3DTheirs%26utm_source%3Dx", {}],
    ["?to=https://other.example/?fbclid=Theirs", {}],
    ["?lang=es&l=ig-story-3&&b", {}],
    ["?campaign_id=12&adset_id=34&ad_id=56", { campaignId: "12", adSetId: "34", adId: "56" }],
    ["?CampaignId=12&ad-group_id=34&creative_id=+56", { campaignId: "12", adSetId: "34", adId: "56" }],
    ["?utm_id=12%26adgroupid%3D34", { campaignId: "12", adSetId: "34" }],
    [`?campaign_id=a+b&adset_id=${"1".repeat(65)}&ad_id=%C3%A9`, {}],
    [`?utm_source=${"a".repeat(201)}&fbclid=${"a".repeat(513)}&ttclid=T%00`, {}],
    ["?utm_source=ana@example.com&utm_medium=ana%2540example.com&utm_term=x", { utmTerm: "x" }],
    ["", {}],
    ["?", {}],
  ])("%s are read", (search, values) => {
    expect(readLinkParameters(search).values).toEqual(values);
  });

  test.each([
    ["?utm_campaign={{campaign.name}}", "utm_campaign", "{{campaign.name}}"],
    ["?utm_campaign=%7B%7Bcampaign.name%7D%7D", "utm_campaign", "{{campaign.name}}"],
    ["?utm_campaign=nov_%257B%257Bad.id%257D%257D", "utm_campaign", "{{ad.id}}"],
    ["?utm_campaign={campaignid}", "utm_campaign", "{campaignid}"],
    ["?utm_term={_audience}", "utm_term", "{_audience}"],
    ["?gclid={gclid}", "gclid", "{gclid}"],
    ["?utm_campaign=__CAMPAIGN_ID__", "utm_campaign", "__CAMPAIGN_ID__"],
    ["?TTCLID=__CLICKID__", "ttclid", "__CLICKID__"],
    ["?adgroup_id=__AID__", "adgroup_id", "__AID__"],
    ["?fbclid=undefined", "fbclid", "undefined"],
    ["?gclid=null", "gclid", "null"],
    ["?ttclid=NaN", "ttclid", "NaN"],
    ["?ScCid=%5Bobject+Object%5D", "ScCid", "[object+Object]"],
    ["?ScCid=%5Bobject%20Object%5D", "ScCid", "[object Object]"],
    ["?utm_source=undefined", "utm_source", "undefined"],
    ["?utm_medium=Null", "utm_medium", "Null"],
    ["?utm_campaign=(not%20set)", "utm_campaign", "(not set)"],
    ["?utm_term=+%5Bobject+Object%5D", "utm_term", "[object Object]"],
    ["?campaign_id=undefined", "campaign_id", "undefined"],
    ["?fbclid={fbclid}", "fbclid", "{fbclid}"],
    ["?fbclid=$%7Bclick.id%7D", "fbclid", `\${click.id}`],
    ["?gclid=[GCLID]", "gclid", "[GCLID]"],
    ["?ttclid=%25%25CLICK_ID%25%25", "ttclid", "%%CLICK_ID%%"],
    ["?gclid=%3Cgclid%3E", "gclid", "<gclid>"],
    ["?ScCid=__MY_ID__", "ScCid", "__MY_ID__"],
    ["?utm_source=$%7Bsource%7D", "utm_source", `\${source}`],
    ["?utm_campaign=%25%25campaign%25%25", "utm_campaign", "%%campaign%%"],
    ["?utm_term=%%term%%", "utm_term", "%%term%%"],
    ["?utm_campaign=[campaign]", "utm_campaign", "[campaign]"],
    ["?utm_content=%3Cgclid%3E", "utm_content", "<gclid>"],
    ["?utm_medium=N/A", "utm_medium", "N/A"],
    ["?fbclid=N%2FA", "fbclid", "N/A"],
    ["?gclid=n/a", "gclid", "n/a"],
    ["?ttclid=N/A", "ttclid", "N/A"],
    ["?ScCid=N/A", "ScCid", "N/A"],
  ])("%s is no value but a mistake", (search, parameter, macro) => {
    const read = readLinkParameters(search);
    expect(read).toEqual({ hasAny: true, values: {}, macros: [{ parameter, macro }] });
    expect(readUnreplacedMacros(`https://attesto.example/optin/demo${search}#top`)).toEqual(read.macros);
  });

  test.each([
    ["?utm_campaign=20%25cashback", "20%cashback"],
    ["?utm_campaign=50%25de-desconto", "50%de-desconto"],
    ["?utm_campaign={Brazil}", "{Brazil}"],
    ["?utm_campaign=__SALE__", "__SALE__"],
  ])("%s is a campaign's own name", (search, utmCampaign) => {
    expect(readLinkParameters(search)).toMatchObject({ values: { utmCampaign }, macros: [] });
  });

  test("a placeholder whose percent signs were read as escapes is no value", () => {
    expect(readLinkParameters("?utm_campaign=%%campaign%%").values).toEqual({});
  });

  test.each(["fb.1.99.IwARx9", "fb.9.1761214512345.IwARx9", "fb.1.1761214512345.", "fb.1.1761214512345"])(
    "the malformed cookie %s is no click id",
    (value) => {
      expect(readLinkParameters(`?fbclid=${value}&utm_source=fb`).values).toEqual({ utmSource: "fb" });
    },
  );

  test("a whole cookie in the place of its click id stays", () => {
    const fbclid = "fb.1.1761214512345.IwARx9";
    expect(readLinkParameters(`?fbclid=${fbclid}`).values).toEqual({ fbclid });
  });

  const links = new Map([["ig-story-3", "id-3"]]);
  test.each([
    ["?l=ig-story-3", "id-3"],
    ["?lang=es&L=IG-Story-3+", "id-3"],
    ["?utm_source=ig&amp;l=ig-story-3", "id-3"],
    ["?utm_source%3Dig%26l%3Dig-story-3", "id-3"],
    ["?l=unknown&l=ig-story-3", "id-3"],
    ["?l=unknown", null],
    ["?al=ig-story-3", null],
    ["?lang=es", null],
    ["?l=", null],
  ])("%s names a link of the form, or none", (search, id) => {
    expect(findLink(search, links)).toBe(id);
    const { values, hasAny } = readLinkParameters(search, links);
    expect(values.link ?? null).toBe(id);
    expect(hasAny).toBe(id !== null);
    expect(findLink(search, new Map())).toBeNull();
  });

  test("a click id may hold what looks like a placeholder", () => {
    expect(readLinkParameters("?fbclid=IwAR0__AID__x")).toMatchObject({
      values: { fbclid: "IwAR0__AID__x" },
    });
    expect(readLinkParameters("?fbclid=__IwAR0__&gclid=nullA").macros).toEqual([]);
  });

  test("a mistake that a link repeats is one, beside what else the link says", () => {
    const macro = { parameter: "utm_term", macro: "{keyword}" };
    expect(readLinkParameters("?utm_term={keyword}&utm_term={keyword}&utm_term=x&gclid=G1")).toEqual({
      hasAny: true,
      values: { utmTerm: "x", gclid: "G1" },
      macros: [macro],
    });
  });

  test.each([
    "[BR] Leads",
    "{BR} Nov",
    "{{",
    "__nov__",
    "a__b__c",
    "Nov {two words}",
    "100%",
    "__",
    "Null Bock",
    "[undefined]",
    "<sale>",
  ])("a campaign may be called %s", (name) => {
    expect(readLinkParameters(`?utm_campaign=${encodeURIComponent(name)}`).values).toEqual({
      utmCampaign: name,
    });
  });
});
