import { describe, expect, test } from "vitest";
import { CHANNELS } from "./share-links.ts";
import { normalizeCampaign, normalizeSource, readSite } from "./sources.ts";

describe("source", () => {
  test.each<[source: string, names: string[]]>([
    [
      "facebook",
      [
        "facebook",
        "Facebook",
        "FACEBOOK",
        "facebook ",
        "\u200bfacebook",
        "facebook.com",
        "www.facebook.com",
        "m.facebook.com",
        "l.facebook.com",
        "lm.facebook.com",
        "https://de-de.facebook.com/groups/1",
        "fb.me",
        "android-app://com.facebook.katana/",
      ],
    ],
    ["instagram", ["Instagram", "l.instagram.com", "android-app://com.instagram.android"]],
    ["telegram", ["Telegram", "t.me", "web.telegram.org", "android-app://org.telegram.messenger"]],
    ["google", ["google", "www.google.com", "google.es", "google.co.uk", "www.google.com.br"]],
    ["gmail", ["mail.google.com", "android-app://com.google.android.gm/"]],
    ["x", ["X", "x.com", "t.co", "mobile.twitter.com"]],
    ["pinterest", ["pinterest", "es.pinterest.com", "pinterest.co.uk", "pin.it"]],
    ["example-blog.org", ["example-blog.org", "www.Example-Blog.org", "https://example-blog.org/a?b=1"]],
    ["com.example.reader", ["android-app://com.example.reader/https/example.org"]],
    ["spring mailing", ["Spring mailing", "spring\u00a0 mailing", "\tSPRING\n mailing \u200b"]],
    ["docs.google.com", ["docs.google.com"]],
    ["notfacebook.com", ["notfacebook.com"]],
    ["t.me.example.org", ["t.me.example.org"]],
    ["fb", ["fb", "FB"]],
  ])("a source has the one form %s", (source, names) => {
    expect(names.map(normalizeSource)).toEqual(names.map(() => source));
  });

  test("a source says nothing where it is blank, or the name for none", () => {
    expect(["", "  ", "\u200b", "(none)", "(None) ", "(other)"].map(normalizeSource)).toEqual(
      Array(6).fill(null),
    );
  });

  test("a source is the same as on the links that owners share", () => {
    for (const { source } of CHANNELS) expect(normalizeSource(source)).toBe(source);
  });

  test("sources and campaigns keep their form when it is made again, and fit into their columns", () => {
    const odd = [
      "İ".repeat(200),
      `${"a".repeat(199)} b`,
      "👨‍👩‍👧".repeat(80),
      "ΟΔΟΣ",
      "e\u0301",
      "ﬀ",
      "\ud800",
    ];
    for (const text of [
      ...odd,
      "https://",
      "://",
      "android-app://",
      "www.",
      "www.www.",
      "www.www.example.org",
    ])
      for (const normalize of [normalizeSource, normalizeCampaign]) {
        const once = normalize(text);
        expect([text, once && normalize(once)]).toEqual([text, once]);
        expect([...(once ?? "")].length).toBeLessThanOrEqual(200);
      }
  });
});

test("a campaign has one form, whatever its case and blanks", () => {
  expect(["Nov 2026", " nov  2026", "NOV\u00a02026"].map(normalizeCampaign)).toEqual(
    Array(3).fill("nov 2026"),
  );
  expect(normalizeCampaign("www.facebook.com")).toBe("www.facebook.com");
});

test("the site of a referrer is a host or an app", () => {
  expect(readSite("https://l.facebook.com/l.php?u=1")).toBe("l.facebook.com");
  expect(readSite("android-app://com.instagram.android")).toBe("com.instagram.android");
  expect(["javascript:alert(1)", "about:blank", "data:text/plain,a", "nowhere"].map(readSite)).toEqual(
    Array(4).fill(null),
  );
});
