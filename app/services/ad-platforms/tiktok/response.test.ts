import { describe, expect, test } from "vitest";
import {
  completeResponse,
  RESPONSES_WITHOUT_A_CODE,
} from "#app/services/ad-platforms/fixtures/conversion.ts";
import { interpretTikTokProbe, interpretTikTokResponse } from "./response.ts";

const coded = (code: unknown, message = "m") =>
  completeResponse(200, { code, message, request_id: "R1", data: {} });
const readOutcomes = (codes: number[]) => codes.map((code) => interpretTikTokResponse(coded(code)).outcome);
const all = <T>(codes: number[], outcome: T) => codes.map(() => outcome);

describe("TikTok's codes", () => {
  test("0, and the repeat of what was accepted, are accepted", () => {
    expect(interpretTikTokResponse(coded(0))).toMatchObject({ outcome: "accepted", traceId: "R1" });
    expect(readOutcomes([0, 40050])).toEqual(["accepted", "accepted"]);
  });

  test.each([
    ["permanent", [40000, 40002, 40006, 40007, 40008, 40010, 40051, 40700, 41001, 41002]],
    ["parked", [40001, 40101, 40102, 40104, 40105, 40300, 40301]],
    ["parked", [40103, 40106, 40110, 40113, 40115, 40118, 40119, 40124, 40125]],
    ["transient", [40016, 40100, 40132, 40133, 40202, 50000, 50002, 59999]],
  ])("TikTok's codes are %s by TikTok's own table: %j", (outcome, codes) => {
    expect(readOutcomes(codes)).toEqual(all(codes, outcome));
    for (const code of codes) {
      const { isUnknownCode, platformCode, remedy } = interpretTikTokResponse(coded(code));
      expect({ isUnknownCode, platformCode }).toEqual({
        isUnknownCode: undefined,
        platformCode: String(code),
      });
      expect(remedy).toMatch(/TikTok|Nothing to do/);
    }
  });

  test("a limit at TikTok pauses the connection for five minutes", () => {
    expect(interpretTikTokResponse(coded(40100)).retryAfterMs).toBe(300_000);
  });

  test.each([
    [49_999, "transient"],
    [-1, "transient"],
    [20_001, "ambiguous"],
  ])("unknown codes of TikTok are retried a few times only: %i", (code, outcome) => {
    expect(interpretTikTokResponse(coded(code))).toMatchObject({ outcome, isUnknownCode: true });
  });

  test("TikTok's codes decide alone: translated words change nothing but the message", () => {
    const { message, ...rest } = interpretTikTokResponse(coded(40002, "値が\n無効です。"));
    expect(message).toBe("値が 無効です。");
    expect(rest).toEqual({ ...interpretTikTokResponse(coded(40002)), message: undefined });
  });
});

test.each(RESPONSES_WITHOUT_A_CODE)("%s has its class", (_what, response, outcome) => {
  const result = interpretTikTokResponse(response);
  expect(result).toMatchObject({ outcome, platformCode: null });
  expect(result.message).toMatch(/./);
});

describe("call without any event", () => {
  test.each([0, 40000, 40002])(
    "a call without any event is a good sign with %i: TikTok has read the token",
    (code) => {
      expect(interpretTikTokProbe(coded(code))).toEqual({ ok: true });
    },
  );

  test.each([
    [40001, "parked", /may not use the pixel/],
    [40105, "parked", /does not accept this access token/],
    [50000, "transient", /Try again in a few minutes/],
  ])("a call without any event says what is wrong with %i", (code, outcome, remedy) => {
    expect(interpretTikTokProbe(coded(code))).toMatchObject({
      ok: false,
      result: { outcome, remedy: expect.stringMatching(remedy) },
    });
  });

  test("a call without any event is never ambiguous", () => {
    expect(interpretTikTokProbe(completeResponse(200, {}))).toMatchObject({
      result: { outcome: "transient" },
    });
  });
});
