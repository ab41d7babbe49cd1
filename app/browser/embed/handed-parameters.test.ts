import { describe, expect, test } from "vitest";
import { AD_COOKIE_MAX, URL_MAX } from "#app/schemas/shared/limits.ts";
import { handOver, mergeClick, readAdCookies, toHanded } from "./handed-parameters.ts";

const FORM = "https://attesto.example/optin/demo";
const TIMES = { now: 1000, until: 5000 };

describe("a kept click", () => {
  test("a later click replaces the campaign and the click ids of its own ad platform only", () => {
    const first = mergeClick({}, "?gclid=G1&gbraid=B1&fbclid=F1&utm_source=google&utm_term=gold", TIMES);
    const later = mergeClick(first, "?UTM-Source=facebook&fbclid=F2", { now: 2000, until: 6000 });
    expect(later).toEqual({
      gclid: ["G1", 5000],
      gbraid: ["B1", 5000],
      fbclid: ["F2", 6000],
      utmSource: ["facebook", 6000],
    });
    expect(mergeClick(later, "?gclid=G2", { now: 3000, until: 7000 })).toEqual({
      fbclid: ["F2", 6000],
      gclid: ["G2", 7000],
    });
  });

  test("a kept click stays as it is on pages without one, and ends with its time", () => {
    const kept = mergeClick({}, "?fbclid=F1&utm_source=facebook", TIMES);
    expect(mergeClick(kept, "?page=2", { now: 4999, until: 9000 })).toEqual(kept);
    expect(mergeClick(kept, "", { now: 5000, until: 9000 })).toEqual({});
  });

  test("an email address and a query of a megabyte are no click", () => {
    expect(mergeClick({}, "?utm_source=maria@example.com", TIMES)).toEqual({});
    expect(mergeClick({}, `?fbclid=F1&x=${"x".repeat(1024 * 1024)}`, TIMES)).toEqual({});
  });
});

describe("what is handed to a form", () => {
  const hand = (address: string, search: string) =>
    handOver(address, toHanded(mergeClick({}, search, TIMES), search));

  test("a campaign replaces that of the form's address; other parameters stay", () => {
    const address = `${FORM}?lang=es&utm_source=embed&utm_medium=site`;
    expect(hand(address, "?utm_source=facebook&fbclid=F1&session=secret")).toBe(
      `${FORM}?lang=es&fbclid=F1&utm_source=facebook`,
    );
    expect(hand(address, "?fbclid=F1")).toBe(`${address}&fbclid=F1`);
    expect(hand(address, "?session=secret")).toBe(address);
  });

  test("a placeholder that no ad platform replaced is passed to the form, whose owner then sees it", () => {
    expect(new URL(hand(FORM, "?utm_campaign={{campaign.name}}")).searchParams.get("utm_campaign")).toBe(
      "{{campaign.name}}",
    );
  });

  test("only the ad platforms' cookies are read, and none that is too long", () => {
    const cookies = "session=secret; _fbp=fb.1.1.2; x_scid=no; _ttp=; _fbc=";
    expect(readAdCookies(`${cookies}${"x".repeat(AD_COOKIE_MAX.fbc + 1)}`)).toEqual({ _fbp: "fb.1.1.2" });
    expect(readAdCookies("")).toEqual({});
  });

  test("the address stays below what a claim keeps, whatever it is handed", () => {
    const long = Object.fromEntries(["fbclid", "gclid", "utm_source"].map((name) => [name, "é".repeat(200)]));
    const address = handOver(FORM, { _fbp: "fb.1.1.2", ...long, utm_campaign: "autumn" });
    expect(address.length).toBeLessThan(URL_MAX);
    const { searchParams } = new URL(address);
    expect([searchParams.get("_fbp"), searchParams.get("fbclid"), searchParams.get("gclid")]).toEqual([
      "fb.1.1.2",
      long.fbclid,
      null,
    ]);
    expect(searchParams.get("utm_campaign")).toBe("autumn");
  });
});
