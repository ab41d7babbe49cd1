import { describe, expect, test } from "vitest";
import {
  completeResponse,
  RESPONSES_WITHOUT_A_CODE,
} from "#app/services/ad-platforms/fixtures/conversion.ts";
import { interpretSnapchatCheck, interpretSnapchatResponse } from "./response.ts";

const VALID = completeResponse(200, { status: "VALID", reason: "ok" });
const invalid = (httpStatus: number, more: object = {}) =>
  completeResponse(httpStatus, { status: "INVALID", reason: "r", ...more });

describe("Snapchat's answers", () => {
  test.each([
    ["200 VALID", VALID, "accepted", null],
    ["400 INVALID", invalid(400), "permanent", "INVALID"],
    ["200 INVALID", invalid(200), "permanent", "INVALID"],
    ["401", invalid(401), "parked", "INVALID"],
    ["401 with HTML", completeResponse(401, "<html>"), "parked", null],
    ["403", completeResponse(403, {}), "parked", null],
    ["429", invalid(429), "transient", "INVALID"],
    ["503", invalid(503), "transient", "INVALID"],
  ])("%s", (_what, response, outcome, platformCode) => {
    const result = interpretSnapchatResponse(response);
    expect(result).toMatchObject({ outcome, platformCode });
    expect(result.isUnknownCode).toBeUndefined();
  });

  test("a limit at Snapchat pauses the connection as long as it asks, or for a minute", () => {
    expect(interpretSnapchatResponse(invalid(429)).retryAfterMs).toBe(60_000);
    const asked = completeResponse(429, "", { "retry-after": "7" });
    expect(interpretSnapchatResponse(asked).retryAfterMs).toBe(7_000);
  });

  test("undocumented answers of Snapchat are retried a few times only", () => {
    expect(interpretSnapchatResponse(completeResponse(400, {}))).toMatchObject({ isUnknownCode: true });
    expect(interpretSnapchatResponse(completeResponse(404, { status: "?" }))).toMatchObject({
      isUnknownCode: true,
    });
  });

  test("Snapchat's answers give their codes and words, whichever shape they come in", () => {
    const errors = { codes: ["E1", "E2"], error_msgs: ["one", "two"] };
    const sent = interpretSnapchatResponse(invalid(400, { errors }));
    expect([sent.platformCode, sent.message]).toEqual(["INVALID/E1/E2", "r – one – two"]);
    const checked = interpretSnapchatResponse(invalid(400, { event_logs: [{ event: 0, errors }] }));
    expect(checked.platformCode).toBe("INVALID/E1/E2");
  });
});

test.each(RESPONSES_WITHOUT_A_CODE)("%s has its class", (_what, response, outcome) => {
  expect(interpretSnapchatResponse(response)).toMatchObject({ outcome, platformCode: null });
});

test("a checked event says whether the token is good, even if the event is not", () => {
  expect([VALID, invalid(400)].map(interpretSnapchatCheck)).toEqual([{ ok: true }, { ok: true }]);
  expect(interpretSnapchatCheck(invalid(401))).toMatchObject({
    ok: false,
    result: { outcome: "parked", remedy: expect.stringContaining("does not accept this access token") },
  });
});
