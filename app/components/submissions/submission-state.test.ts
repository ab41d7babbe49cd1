import { describe, expect, test } from "vitest";
import { DELIVERY_PROGRESS } from "#app/lib/event-state.ts";
import { nulls } from "#app/lib/objects.ts";
import { answerNames } from "#app/lib/opt-in-answers.ts";
import type { AttemptResponse, DeliveryResponse, SubmissionResponse } from "#app/schemas/submissions.ts";
import { eventChoices } from "./active-filters.ts";
import { groupSubmissions } from "./submission-groups.ts";
import { describeState, describeTime } from "./submission-state.ts";
import { buildTimeline } from "./submission-timeline.ts";

const view = { now: "2026-11-20T15:00:00.000Z", timeZone: "Europe/Madrid" };

const submission = (given: Partial<SubmissionResponse> = {}): SubmissionResponse => ({
  _id: "019a",
  formId: "019b",
  language: "en",
  status: "pending",
  eventStatus: null,
  eventState: null,
  action: "deposit",
  formData: {
    email: "noor@example.com",
    phone: "+34600000000",
    platform: { id: "p", name: "Northgate Markets" },
    deviceId: null,
    facebookPixelId: null,
    amount: "300.00",
    currency: "EUR",
    ...nulls(answerNames),
  },
  unlikelyAmount: false,
  cameInRush: false,
  brokerSays: null,
  correction: null,
  attribution: {} as SubmissionResponse["attribution"],
  createdAt: "2026-11-19T20:04:37.000Z",
  updatedAt: "2026-11-19T20:04:37.000Z",
  handledAt: null,
  reason: null,
  reasonText: null,
  showReason: false,
  note: null,
  evidence: null,
  reversals: [],
  referenceChangedAt: null,
  withdrawnAt: null,
  sharingEndedAt: null,
  erasedAt: null,
  sendBefore: "2026-11-26T19:04:37.000Z",
  deliveries: [],
  ...given,
});

const attempt = (given: Partial<AttemptResponse>): AttemptResponse => ({
  number: 1,
  at: "2026-11-20T07:15:07.000Z",
  durationMs: 20,
  outcome: "accepted",
  httpStatus: 200,
  platformCode: null,
  message: null,
  remedy: null,
  traceId: null,
  ...given,
});

const handled = (...deliveries: Partial<DeliveryResponse>[]) =>
  submission({
    status: "handled",
    handledAt: "2026-11-20T07:15:02.000Z",
    deliveries: deliveries.map((delivery, index) => ({
      id: `d${index}`,
      platform: "meta",
      platformName: "Meta",
      eventId: "e",
      state: "sent" as const,
      nextAttemptAt: null,
      sendBefore: "2026-11-26T19:04:37.000Z",
      reason: null,
      attempts: [],
      ...delivery,
    })),
  });

describe("badge of a claim", () => {
  test("the badge of a claim is pending until it is decided, also when it is too late", () => {
    expect(describeState(submission(), view)).toMatchObject({ mark: "pending", reason: null });
    expect(describeState(submission({ sendBefore: view.now }), view).reason).toBe("Too late to send");
  });

  test.each<[state: DeliveryResponse["state"], mark: string, word: string, reason: string | null]>([
    ["failed", "failed", "Refused", "The pixel is unknown."],
    ["expired", "expired", "Expired", "Too late for Meta"],
    ["parked", "parked", "Parked", "Meta is refused"],
    ["retrying", "retrying", "Retries 16:04", "The pixel is unknown."],
    ["confirming", "retrying", "Confirming", "Meta"],
    ["sending", "retrying", "Sending", "Meta"],
    ["queued", "retrying", "Queued", "Meta"],
    ["sent", "sent", "Accepted", "Meta"],
    ["skipped", "skipped", "Skipped", null],
  ])("the badge with one ad platform says of %s: %s, %s", (state, mark, word, reason) => {
    const attempts = [attempt({ outcome: "permanent", remedy: "The pixel is unknown. Choose another." })];
    const claim = handled({ state, attempts, nextAttemptAt: "2026-11-20T15:04:00.000Z" });
    expect(describeState(claim, view)).toEqual({ mark, word, reason });
  });

  test.each(DELIVERY_PROGRESS)("the filter of the state %s has the word of its badge", (state) => {
    const attempts = [attempt({ outcome: "transient" })];
    const word = describeState(handled({ state, attempts }), view).word.replace(/^Retries soon$/, "Retrying");
    const labels = eventChoices.filter(({ label }) => label.split(/,| or /).includes(word));
    expect(labels.map(({ value }) => value)).toEqual([state]);
  });

  const [meta, tiktok] = [{ platformName: "Meta" }, { platformName: "TikTok" }];
  const [google, snapchat] = [{ platformName: "Google Ads" }, { platformName: "Snapchat" }];
  const refusal = { state: "failed" as const, attempts: [attempt({ outcome: "permanent" })] };
  test.each<[mark: string, word: string, deliveries: Partial<DeliveryResponse>[]]>([
    ["failed", "Refused by TikTok, accepted by Meta", [{ ...meta }, { ...tiktok, ...refusal }]],
    ["failed", "Failed at TikTok, accepted by Meta", [{ ...meta }, { ...tiktok, state: "failed" }]],
    ["expired", "Too late for Meta, accepted by TikTok", [{ ...meta, state: "expired" }, { ...tiktok }]],
    [
      "expired",
      "Too late for Meta, parked at TikTok",
      [
        { ...meta, state: "expired" },
        { ...tiktok, state: "parked" },
      ],
    ],
    ["parked", "Parked at Google Ads, accepted by Meta", [{ ...meta }, { ...google, state: "parked" }]],
    ["retrying", "Retrying at TikTok, accepted by Meta", [{ ...meta }, { ...tiktok, state: "retrying" }]],
    [
      "retrying",
      "Confirming at Google Ads, accepted by Meta",
      [{ ...google, state: "confirming" }, { ...meta }],
    ],
    [
      "retrying",
      "Sending to Meta, queued for TikTok",
      [
        { ...meta, state: "sending" },
        { ...tiktok, state: "queued" },
      ],
    ],
    ["sent", "Accepted by Meta and TikTok", [{ ...meta }, { ...tiktok }]],
    ["sent", "Accepted by all 4", [{ ...meta }, { ...tiktok }, { ...google }, { ...snapchat }]],
    ["sent", "Accepted by TikTok, skipped at Meta", [{ ...meta, state: "skipped" }, { ...tiktok }]],
    [
      "failed",
      "Refused by TikTok, parked at Snapchat, accepted by Meta and Google Ads",
      [{ ...meta }, { ...google }, { ...snapchat, state: "parked" }, { ...tiktok, ...refusal }],
    ],
  ])("the badge with several ad platforms is %s: %s", (mark, word, deliveries) => {
    expect(describeState(handled(...deliveries), view)).toMatchObject({ mark, word });
  });

  test("the badge of a claim says below the badge what the badge does not", () => {
    const readReason = (delivery: Partial<DeliveryResponse>) =>
      describeState(handled({ ...meta, state: "sent" }, { ...tiktok, ...delivery }), view).reason;
    expect(readReason({ state: "failed", attempts: [attempt({ remedy: "Not known. Look it up." })] })).toBe(
      "Not known.",
    );
    expect(readReason({ state: "parked" })).toBe("TikTok is refused");
    expect(readReason({ state: "expired" })).toBeNull();
    expect(readReason({ state: "sent" })).toBeNull();
  });

  test("the badge of a claim says that nothing was sent because the sharing has ended", () => {
    const reason = "not_shared";
    expect(describeState(handled({ ...meta, state: "skipped", reason }), view).reason).toBe("Sharing ended");
  });

  test("the badge of a claim is handled if no ad platform is connected", () => {
    expect(describeState(handled(), view).mark).toBe("handled");
  });
});

describe("time of a claim", () => {
  test("the time of a claim says how long acceptance took, and how late an expired one was", () => {
    expect(describeTime(handled({ attempts: [attempt({})] }))).toEqual({ past: "accepted in 11 h" });
    expect(describeTime(handled({ state: "expired", sendBefore: "2026-11-20T02:15:02.000Z" }))).toEqual({
      past: "5 h late",
    });
  });

  test("the time of a claim counts down while something can still be sent", () => {
    expect(describeTime(handled({ state: "failed" }))).toEqual({ sendBefore: "2026-11-26T19:04:37.000Z" });
    const [earlier, later] = ["2026-11-21T19:04:37.000Z", "2026-12-20T19:04:37.000Z"];
    const both = handled({ state: "parked", sendBefore: later }, { state: "queued", sendBefore: earlier });
    expect(describeTime(both)).toEqual({ sendBefore: earlier });
    expect(describeTime(handled({ state: "expired" }, { state: "parked", sendBefore: later }))).toEqual({
      sendBefore: later,
    });
    expect(describeTime(handled({ state: "confirming" }, { state: "sent" }))).toEqual({ past: "–" });
    expect(describeTime(submission({ status: "rejected" }))).toEqual({ past: "–" });
    const ended = { ...handled({ state: "failed" }), sharingEndedAt: view.now };
    expect(describeTime(ended)).toEqual({ past: "–" });
  });
});

describe("list of claims", () => {
  const list = [
    submission({ _id: "0", sendBefore: "2026-11-22T18:00:00.000Z", brokerSays: "certain" }),
    submission({ _id: "1", sendBefore: "2026-11-20T18:00:00.000Z" }),
    submission({ _id: "2" }),
    submission({ _id: "3", status: "rejected" }),
  ];
  const titles = (sort: "sendBefore" | "-createdAt" | "amount") =>
    groupSubmissions(list, sort, view).map(({ title }) => title);

  test("claims are grouped by what brokers say and by urgency when sorted by time left, otherwise by day", () => {
    expect(titles("sendBefore")).toEqual(["Broker says: certain", "Within 24 hours", "Later", "Decided"]);
    expect(titles("-createdAt")).toEqual(["Yesterday"]);
    expect(titles("amount")).toEqual([null]);
  });
});

describe("timeline of a claim", () => {
  test("the timeline of a claim shows each attempt to the second, in order, with its trace id", () => {
    const tries = [
      attempt({ outcome: "ambiguous", message: "no response in 5 s" }),
      attempt({ number: 2, at: "2026-11-20T07:15:41.000Z", traceId: "AbX9" }),
    ];
    const entries = buildTimeline(handled({ attempts: tries }), view);
    expect(entries.map(({ title, detail, code }) => [title, detail, ...code])).toEqual([
      ["Confirmed the deposit, with consent", "November 19, 21:04:37"],
      ["You marked it verified", "November 20, 08:15:02"],
      ["Meta did not respond", "November 20, 08:15:07, no response in 5 s"],
      ["Meta accepted it", "November 20, 08:15:41, try 2, same event ID", "trace AbX9"],
    ]);
  });

  test("the timeline of a claim shows that a platform received an event and reports later", () => {
    const entries = buildTimeline(
      handled({ state: "confirming", attempts: [attempt({ outcome: "submitted" })] }),
      view,
    );
    expect(entries.slice(-2).map(({ kind, title }) => [kind, title])).toEqual([
      ["todo", "Meta received it and reports the result later"],
      ["todo", "Meta has not reported the result yet"],
    ]);
  });

  test("the timeline of a claim explains the window in the words of the platform whose window is shortest", () => {
    const connected = (name: string, days: number) => ({
      id: name.toLowerCase(),
      name,
      windowMs: days * 86_400_000,
      windowText: `${name} accepts events up to ${days} days old`,
      status: "connected" as const,
      testModeText: null,
      testModeUntil: null,
      lastAcceptedAt: null,
      lastError: null,
    });
    const platforms = [connected("Snapchat", 37), connected("Meta", 7)];
    expect(buildTimeline(submission(), view, platforms).at(-1)?.detail).toBe(
      "Meta accepts events up to 7 days old; we stop an hour earlier",
    );
    const onlySnapchat = submission({
      sendBefore: new Date(Date.parse(submission().createdAt) + 36 * 86_400_000).toISOString(),
    });
    expect(buildTimeline(onlySnapchat, view, platforms).at(-1)?.detail).toContain("Snapchat");
    expect(buildTimeline(submission(), view).at(-1)?.detail).toBeNull();
  });

  test("the timeline of a claim names a postback that takes its deposit back, as it does a file", () => {
    const piece = {
      ...{ id: "e1", submissionId: "s", platformId: "p", source: "postback", kind: "reversal" },
      ...{ group: "contradicted", amount: "250", currency: "EUR", lots: null, trades: null, turnover: null },
      ...{ revenue: null, commission: null, at: "2026-11-20T10:00:00.000Z", reasons: [], decides: false },
      receivedAt: "2026-11-20T10:02:00.000Z",
    } as NonNullable<SubmissionResponse["evidences"]>[number];
    const titles = (evidences: SubmissionResponse["evidences"]) =>
      buildTimeline({ ...submission(), evidences }, view).map(({ title }) => title);
    expect(
      titles([piece]).filter((title) => title.startsWith("The broker took it back: a postback")),
    ).toHaveLength(1);
    expect(titles([{ ...piece, kind: "deposit" }]).join()).not.toContain("took it back");
  });

  test("the timeline of a claim says when its visitor ended the sharing, and that nothing was sent for it", () => {
    const claim = handled({ state: "skipped", reason: "not_shared" });
    const entries = buildTimeline({ ...claim, sharingEndedAt: "2026-11-20T08:00:00.000Z" }, view);
    expect(entries.slice(-2).map(({ title, detail }) => [title, detail])).toEqual([
      ["Sharing with ad platforms ended by the visitor", "November 20, 09:00:00"],
      ["Not sent to Meta", "the visitor ended the sharing with ad platforms"],
    ]);
  });

  test("the timeline of a claim says what is still to come", () => {
    const toCome = (given: SubmissionResponse) => buildTimeline(given, view).at(-1)?.title;
    expect(toCome(submission({ sendBefore: "2026-11-20T17:41:00.000Z" }))).toBe(
      "Can be sent until today at 18:41",
    );
    expect(toCome(handled({ state: "parked" }))).toBe("Meta is parked");
    expect(toCome(handled({ state: "retrying", nextAttemptAt: "2026-11-20T15:04:00.000Z" }))).toBe(
      "Tries Meta again at 16:04",
    );
  });
});
