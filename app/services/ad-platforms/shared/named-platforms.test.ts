import { expect, test } from "vitest";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findNamedPlatforms } from "./named-platforms.ts";

test.each([
  ["tells its ad partners (Meta) that it happened", ["meta"]],
  ["our partners: Facebook/Instagram, TIKTOK and Google Ads.", ["meta", "tiktok", "google"]],
  ["Snapchat and Tik Tok", ["tiktok", "snapchat"]],
  ["I trade with MetaTrader 5, Meta Trader 4 or meta-trader", []],
  ["downloaded from Google Play, paid with Google Pay", []],
  ["MetaTrader, and the ad platform Meta", ["meta"]],
  ["cuando alcances tu meta", []],
  ["the ad platforms it advertises on", []],
  ["Metal and metadata are no names, nor is Schnapschat", []],
])("the text “%s” names %j", (text, named) => {
  expect(findNamedPlatforms(text, adPlatforms.all())).toEqual(named);
});
