import { readFileSync } from "node:fs";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { debugLog } from "#app/browser/shared/debug-log.ts";
import { askForEnd, checkRegularly } from "#app/components/auth/check-session.ts";
import { fetchRegularly } from "#app/components/news/use-news.ts";
import { addToast, Toaster, type ToastKind } from "#app/components/ui/toaster.tsx";
import { type ApiRequest, readBody, readBytes, TooLarge } from "#app/http/forms/read-body.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { isId } from "#app/lib/ids.ts";
import { consume, type Limit, RateLimited } from "#app/lib/rate-limiter.server.ts";
import { action as forgotPassword } from "#app/routes/api/auth/forgot-password.ts";
import { action as register } from "#app/routes/api/auth/register.ts";
import { action as resendVerification } from "#app/routes/api/auth/resend-verification.ts";
import { action as contact } from "#app/routes/api/contact/submit.ts";
import { AdminStatisticsQuery, AdminUsersQuery } from "#app/schemas/admin.ts";
import { ContactInput } from "#app/schemas/contact.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PlatformInput, PublicPlatformsQuery } from "#app/schemas/platforms.ts";
import { Username } from "#app/schemas/profile.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { completeResponse } from "#app/services/ad-platforms/fixtures/conversion.ts";
import { interpretGoogleIngest } from "#app/services/ad-platforms/google/response.ts";
import { issueAccessToken, verifyAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import { isNearExpiry } from "#app/services/auth/sessions/renew-session.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { signInLimits, twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { DELIVERY_RETRIES } from "#app/services/deliveries/next-state.server.ts";
import { toLogo } from "#app/services/form-settings/logo-image.server.ts";
import { issueFormToken, verifyFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { retryDelay } from "#app/services/retries/plan-retry.server.ts";
import { submitLimits } from "#app/services/submissions/submit-limits.ts";

// Before the imports: the other tests multiply all limits.
vi.hoisted(() => {
  process.env.RATE_LIMIT_SCALE = "1";
});

const NOW = Date.parse("2026-11-20T09:30:00.000Z");
const KIB = 1024;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A rule of the specification or the contract, the last values that it holds for and the first that it does not. */
function rule<Value>(
  sentence: string,
  holds: (value: Value) => boolean | Promise<boolean>,
  { inside, outside }: { inside: Value[]; outside: Value[] },
): [sentence: string, findWrong: () => Promise<Value[]>] {
  const findWrong = async () => {
    const wrong: Value[] = [];
    for (const value of inside) if (!(await holds(value))) wrong.push(value);
    for (const value of outside) if (await holds(value)) wrong.push(value);
    return wrong;
  };
  return [sentence, findWrong];
}

const takes = (schema: z.ZodType) => (value: unknown) => schema.safeParse(value).success;
const takesLength = (schema: z.ZodType) => (length: number) => takes(schema)("a".repeat(length));

const tier = { type: "percentage", value: "5", currency: "EUR" };
const tiers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...tier, minAmount: String(at), maxAmount: String(at + 1) }));

/** Whether something of this size is refused for any other reason than its size, or not at all. */
const isSmallEnough = (attempt: Promise<unknown>, isTooLarge: (error: Error) => boolean) =>
  attempt.then(
    () => true,
    (error: Error) => !isTooLarge(error),
  );
const isTooLarge = (error: Error) => error instanceof TooLarge;
const post = (body: string, type: string) =>
  new Request("https://app.example/", { method: "POST", body, headers: { "content-type": type } });
const apiRequest = (body: string): ApiRequest => {
  const request = post(body, "application/json");
  return {
    method: "POST",
    url: new URL(request.url),
    search: "",
    params: {},
    requestId: "r",
    clientAddress: "::1",
    deadline: { at: Number.POSITIVE_INFINITY, pausedAt: null },
    origin: null,
    isDrained: async () => true,
    header: (name) => request.headers.get(name),
    body: (maxBytes) => readBytes(request, maxBytes),
  };
};

/** What Google's status means, with an error of its own and without. */
const googleErrors = (status: number) =>
  [{}, { error: { code: status, status: "NEVER_SEEN", message: "m" } }].map((body) =>
    interpretGoogleIngest(completeResponse(status, body)),
  );

async function accessTokenLasts(ms: number): Promise<boolean> {
  vi.setSystemTime(NOW);
  const token = await issueAccessToken({ sessionId: "session", userId: "user" });
  // One that the process knows ends as well.
  await verifyAccessToken(token);
  vi.setSystemTime(NOW + ms);
  return (await verifyAccessToken(token)) !== null;
}

const formTokenIsGood = (kind: "page" | "call") => (ageMs: number) =>
  verifyFormToken(issueFormToken(kind, NOW), NOW + ageMs) === "good";

describe("a border", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  });

  test.each<[sentence: string, findWrong: () => Promise<unknown[]>]>([
    rule("A contact's name has 2 to 100 letters", takesLength(ContactInput.shape.name), {
      inside: [2, 100],
      outside: [1, 101],
    }),
    rule("A contact's company has at most 100 characters", takesLength(ContactInput.shape.company), {
      inside: [0, 100],
      outside: [101],
    }),
    rule("A contact's message has 10 to 2000 characters", takesLength(ContactInput.shape.message), {
      inside: [10, 2000],
      outside: [9, 2001],
    }),
    rule("A username has 3 to 30 characters", takesLength(Username), {
      inside: [3, 30],
      outside: [2, 31],
    }),
    rule("A platform's name has 2 to 50 characters", takesLength(PlatformInput.shape.name), {
      inside: [2, 50],
      outside: [1, 51],
    }),
    rule("An id has at most 36 characters", (length: number) => isId("a".repeat(length)), {
      inside: [1, 36],
      outside: [0, 37],
    }),
    rule("A platform has at most 20 tiers", (count: number) => takes(Tiers)(tiers(count)), {
      inside: [0, 20],
      outside: [21],
    }),
    rule(
      "A percentage is over 0 and at most 100",
      (value: string) => takes(Tiers)([{ ...tier, minAmount: "0", value }]),
      { inside: ["0.0001", "100"], outside: ["0", "100.0001"] },
    ),
    rule(
      "A public call names at most 50 platforms",
      (count: number) =>
        takes(PublicPlatformsQuery)({ ids: Array.from({ length: count }, (_, at) => `id-${at}`).join() }),
      { inside: [1, 50], outside: [0, 51] },
    ),
    rule("A page of users has at most 100", (limit: number) => takes(AdminUsersQuery)({ limit }), {
      inside: [1, 100],
      outside: [0, 101],
    }),
    rule(
      "An administrator's statistics are of 28 days",
      (period: string) => AdminStatisticsQuery.parse({}).period === period,
      { inside: ["28days"], outside: ["7days", "90days"] },
    ),
    rule(
      "A call's body has at most 100 KiB",
      (bytes: number) =>
        isSmallEnough(readBody(apiRequest(`"${"a".repeat(bytes - 2)}"`), ["json"]), isTooLarge),
      { inside: [100 * KIB], outside: [100 * KIB + 1] },
    ),
    rule(
      "A form's body has at most 100 KiB",
      (bytes: number) =>
        isSmallEnough(
          readForm(post(`a=${"a".repeat(bytes - 2)}`, "application/x-www-form-urlencoded")),
          isTooLarge,
        ),
      { inside: [100 * KIB], outside: [100 * KIB + 1] },
    ),
    rule(
      "A logo has at most 2 MiB",
      (bytes: number) =>
        isSmallEnough(
          toLogo("w", Buffer.alloc(bytes)),
          ({ message }) => message === messages.formSettings.logoLarge,
        ),
      { inside: [2 * KIB * KIB], outside: [2 * KIB * KIB + 1] },
    ),
    rule(
      "A session is renewed with 4:59 left, and not with 5:01",
      (leftMs: number) => isNearExpiry({ expiresAt: new Date(NOW + leftMs) }),
      { inside: [5 * MINUTE - SECOND], outside: [5 * MINUTE + SECOND] },
    ),
    rule(
      "An authentication is recent for 15 minutes",
      (agoMs: number) => isRecentlyAuthenticated({ authenticatedAt: new Date(NOW - agoMs) }),
      { inside: [15 * MINUTE - 1], outside: [15 * MINUTE + 1] },
    ),
    rule("An access token is valid for an hour", accessTokenLasts, {
      inside: [HOUR - SECOND],
      outside: [HOUR],
    }),
    rule("A page's form token is good for a day", formTokenIsGood("page"), {
      inside: [0, DAY],
      outside: [DAY + 1],
    }),
    rule("A fetched form token is good from 2 seconds to a day", formTokenIsGood("call"), {
      inside: [2 * SECOND, DAY],
      outside: [2 * SECOND - 1, DAY + 1],
    }),
    rule(
      "The form token of a page is shared for a minute",
      (afterMs: number) => issueFormToken("page", NOW + afterMs) === issueFormToken("page", NOW),
      { inside: [MINUTE - 1], outside: [-1, MINUTE] },
    ),
    rule(
      "A delivery waits as long as the platform asks, up to an hour",
      (askedMs: number) =>
        retryDelay({ ...DELIVERY_RETRIES, scale: 1 }, { failures: 1, askedMs }) === askedMs,
      { inside: [HOUR], outside: [HOUR + 1] },
    ),
    rule(
      "Google's 408 and 5xx are faults of its service, and no unknown codes",
      (status: number) => googleErrors(status).every(({ isUnknownCode }) => !isUnknownCode),
      { inside: [408, 500, 599], outside: [407, 409, 499] },
    ),
  ])("%s", async (_sentence, findWrong) => {
    expect(await findWrong()).toEqual([]);
  });
});

/** The limits that a call has by email, and by IP address. */
const byEmail =
  ({ operations: [operation] }: typeof register) =>
  (email: string): Promise<Limit[]> | Limit[] =>
    operation?.bodyLimits?.({ email }, apiRequest("{}")) ?? [];
const byAddress =
  ({ operations: [operation] }: typeof register) =>
  (clientAddress: string): Limit[] =>
    operation?.limits?.({ ...apiRequest("{}"), clientAddress }) ?? [];

describe("limit", () => {
  const [QUARTER, AN_HOUR, A_MINUTE] = [15 * 60, 60 * 60, 60];

  test.each<
    [
      what: string,
      most: number,
      seconds: number,
      limits: (who: string, at: number) => Promise<Limit[]> | Limit[],
    ]
  >([
    ["wrong passwords for an account", 10, QUARTER, (who) => [signInLimits.byAccount(who)]],
    ["wrong passwords from an IP address", 100, QUARTER, (who) => [signInLimits.byAddress(who)]],
    ["wrong codes for an account", 10, QUARTER, (who) => [twoFactorLimits.byAccount(who)]],
    ["wrong codes from an IP address", 100, QUARTER, (who) => [twoFactorLimits.byAddress(who)]],
    ["registrations of an email", 5, AN_HOUR, byEmail(register)],
    ["registrations from an IP address", 30, AN_HOUR, byAddress(register)],
    ["forgotten passwords of an email", 5, AN_HOUR, byEmail(forgotPassword)],
    ["forgotten passwords from an IP address", 30, AN_HOUR, byAddress(forgotPassword)],
    ["new verification links for an email", 5, AN_HOUR, byEmail(resendVerification)],
    ["new verification links from an IP address", 30, AN_HOUR, byAddress(resendVerification)],
    ["contact messages of an email", 5, AN_HOUR, byEmail(contact)],
    ["contact messages from an IP address", 30, AN_HOUR, byAddress(contact)],
    ["claims from an IP address on a form", 30, A_MINUTE, (who) => submitLimits(who, "casa", false)],
    ["claims from an IP address", 300, A_MINUTE, (who, at) => submitLimits(who, `casa-${at}`, false)],
    ["claims of a program on a form", 3, A_MINUTE, (who) => submitLimits(who, "casa", true)],
    ["claims of a program", 30, A_MINUTE, (who, at) => submitLimits(who, `casa-${at}`, true)],
  ])("a limit of %s is %i in %i seconds", async (what, most, seconds, limits) => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: NOW });
    const who = `${what.replaceAll(" ", "-")}@example.com`;
    const call = async (at: number) => consume(await limits(who, at));
    for (let at = 0; at < most; at++) await call(at);
    await expect(call(most)).rejects.toThrow(RateLimited);
    vi.advanceTimersByTime(seconds * SECOND - 1);
    await expect(call(most)).rejects.toThrow(RateLimited);
    vi.advanceTimersByTime(1);
    await call(most);
  });
});

test("An event that failed is tried again after 5 s, 30 s, 2, 10 and 30 minutes, 1, 2, 4, 8, 8 and then 12 hours", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const retries = { ...DELIVERY_RETRIES, scale: 1 };
  const delays = Array.from({ length: 12 }, (_, at) => retryDelay(retries, { failures: at + 1 }));
  expect(delays).toEqual([
    5 * SECOND,
    30 * SECOND,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    8 * HOUR,
    12 * HOUR,
    12 * HOUR,
  ]);
});

describe("in the browser", () => {
  /** How long after the start something happened, in milliseconds. */
  let at: number[];
  const note = () => void at.push(Date.now() - NOW);
  const page = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    documentElement: { dataset: { debug: "access" } },
  });

  beforeEach(() => {
    at = [];
    vi.useFakeTimers({ now: NOW });
    vi.spyOn(console, "debug").mockImplementation(() => undefined);
    vi.stubGlobal("document", page);
    vi.stubGlobal("location", new URL("https://app.example/dashboard/overview"));
    vi.stubGlobal("window", new EventTarget());
  });

  /** The server's response to each request, or null for none. */
  const respondWith = (status: number | null) => {
    vi.stubGlobal("fetch", async () => {
      note();
      if (status === null) throw new TypeError("Failed to fetch");
      return new Response(null, { status });
    });
  };

  test("The end of a session is asked for three times, a second and then two apart", async () => {
    respondWith(null);
    const end = askForEnd();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([await end, at]).toEqual([null, [0, 1000, 3000]]);
  });

  test("A session is checked 300 ms after the page was loaded and every 3.5 minutes", () => {
    const stop = checkRegularly(note);
    vi.advanceTimersByTime(2 * 3.5 * MINUTE + 300);
    stop();
    vi.advanceTimersByTime(HOUR);
    expect(at).toEqual([300, 3.5 * MINUTE + 300, 7 * MINUTE + 300]);
  });

  test("Checks of a session less than 300 ms apart are one", () => {
    const stop = checkRegularly(note);
    for (const waitMs of [299, 299, 300]) {
      vi.advanceTimersByTime(waitMs);
      page.dispatchEvent(new Event("visibilitychange"));
    }
    vi.advanceTimersByTime(300);
    stop();
    expect(at).toEqual([898, 1198]);
  });

  test("News on an open page are fetched again every 15 minutes", async () => {
    respondWith(503);
    const onError = vi.fn();
    const stop = fetchRegularly(
      "",
      () => undefined,
      () => undefined,
      onError,
    );
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    stop();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect([at, onError.mock.calls.length]).toEqual([[15 * MINUTE, 30 * MINUTE], 2]);
  });

  test("Lines for developers less than 100 ms apart are one", () => {
    for (const waitMs of [99, 100, 0]) {
      debugLog("access", { waitMs });
      vi.advanceTimersByTime(waitMs);
    }
    vi.advanceTimersByTime(100);
    const written = vi.mocked(console.debug).mock.calls.map(([, detail]) => detail);
    expect(written).toEqual([{ waitMs: 100 }, { waitMs: 0 }]);
  });

  test.each<[kind: ToastKind, durationMs: number]>([
    ["blank", 4000],
    ["error", 4000],
    ["success", 2000],
    ["custom", 4000],
    ["loading", Number.POSITIVE_INFINITY],
  ])("A toast of the kind %s is shown for %d ms", (kind, duration) => {
    addToast({ kind, message: "Saved" });
    expect(toast.getToasts().at(-1)).toMatchObject({ duration });
  });

  test("Toasts are shown 20 at once, 16 px from the edge", () => {
    expect(Toaster().props).toMatchObject({ visibleToasts: 20, offset: 16, mobileOffset: 16 });
  });

  test.each([
    ["small", 6],
    ["medium", 8],
    ["large", 14],
  ])("A %s spinner has %i units of 4 px", (size, units) => {
    const css = readFileSync(new URL("../../app/components/ui/spinner.module.css", import.meta.url), "utf8");
    expect(css).toMatch(new RegExp(`\\.${size} svg {\\s*width: ${units * 4}px;\\s*height: ${units * 4}px;`));
  });
});
