import { expect, test } from "vitest";
import { isFetchedAhead, isView } from "./page-view.server.ts";

const CHROME =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

const isViewOf = (headers: Record<string, string>, search = "") =>
  isView({ search, header: (name) => headers[name] });

test.each([
  ["Chrome", CHROME],
  ["Safari of an old iPhone", `${IPHONE} Version/12.1.2 Mobile/15E148 Safari/604.1`],
  ["Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  ["Facebook's app", `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.29.109;FBDV/iPhone14,5;FBLC/en_US]`],
  ["Instagram's app", `${IPHONE} Mobile/21B101 Instagram 310.0.3.20.109 (iPhone14,5; iOS 18_5; en_US)`],
  ["TikTok's app", `${IPHONE} Mobile/15E148 musical_ly_31.5.0 JsSdk/2.0 BytedanceWebview/d8a21c6`],
  ["Snapchat's app", `${IPHONE} Mobile/15E148 Snapchat/12.60.0.29 (like Safari/8616.1.27.10.15, panda)`],
  ["Telegram's app", `${CHROME} Telegram-Android/10.2.9 (Xiaomi M2101; Android 12; SDK 31; AVERAGE)`],
  ["WhatsApp's own browser", `${CHROME} WhatsApp/2.23.25.76`],
  ["a phone whose maker is called Cubot", CHROME.replace("Pixel 9", "CUBOT X30")],
  ["a text browser", "Lynx/2.8.9rel.1 libwww-FM/2.14"],
])("a page in %s is a view", (_who, userAgent) => {
  expect(isViewOf({ "user-agent": userAgent })).toBe(true);
  expect(isViewOf({ "user-agent": userAgent, "sec-fetch-mode": "navigate" }, "?l=ig-story-3")).toBe(true);
});

test.each([
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  ["meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)"],
  ["WhatsApp/2.23.20.0 A"],
  ["TelegramBot (like TwitterBot)"],
  ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
  ["Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
  ["Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; Bytespider)"],
  ["Mozilla/5.0 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)"],
  ["Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots"],
  ["AdsBot-Google (+http://www.google.com/adsbot.html)"],
  ["LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"],
  ["Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0"],
  ["curl/8.5.0"],
  [""],
])("the robot, preview or program “%s” is no view", (userAgent) => {
  // Asked twice, because the answer is kept.
  for (const _ of [1, 2]) expect(isViewOf({ "user-agent": userAgent })).toBe(false);
});

test.each([
  ["sec-purpose", "prefetch"],
  ["sec-purpose", "prefetch;prerender"],
  ["sec-purpose", "prefetch;anonymous-client-ip"],
  ["purpose", "prefetch"],
  ["x-purpose", "preview"],
  ["x-purpose", "prefetch"],
  ["x-moz", "prefetch"],
])("a page that a browser fetches ahead, as %s: %s says, is no view yet", (name, value) => {
  const headers: Record<string, string> = { "user-agent": CHROME, [name]: value };
  expect([isViewOf(headers), isFetchedAhead((asked) => headers[asked])]).toEqual([false, true]);
});

test("a request without a user agent, of a script, of a signed-in owner or for a frame's reload is no view", () => {
  const browser = { "user-agent": CHROME };
  expect(isViewOf({})).toBe(false);
  for (const mode of ["cors", "no-cors", "same-origin"])
    expect(isViewOf({ ...browser, "sec-fetch-mode": mode })).toBe(false);
  expect(isViewOf({ ...browser, cookie: "attesto_session=x" })).toBe(false);
  expect(isViewOf(browser, "?utm_source=embed&attesto_reload=1")).toBe(false);
});
