import { brotliCompressSync } from "node:zlib";

/** The demo's own account. */
const SIGN_IN = { usernameOrEmail: "demo@attesto.example", password: "verify-what-is-true" };
const SIGN_INS = 15;

/** What a visitor's browser got with the page, and sends with each request. */
export type OpenPage = {
  bytes: Buffer;
  cookie: string;
  formToken: string;
  platform: string;
  headers: Record<string, string>;
};

const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36",
  "accept-language": "en-GB,en;q=0.9",
  "accept-encoding": "br",
};

export async function openPage(url: string): Promise<OpenPage> {
  const response = await fetch(url, { headers: BROWSER });
  const cookie = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const html = await response.text();
  const find = (pattern: RegExp) => {
    const value = pattern.exec(html)?.[1];
    if (value === undefined) throw new Error(`The page has nothing like ${pattern}.`);
    return value;
  };
  return {
    bytes: brotliCompressSync(html),
    cookie: cookie.join("; "),
    formToken: find(/name="formToken" value="([^"]*)"/),
    platform: find(/name="platform"[^>]* value="([\da-f-]{36})"/),
    headers: BROWSER,
  };
}

/** A submission as the page's script sends it, with another email and key in each request. */
export const submitBody = ({ formToken, platform }: OpenPage): string =>
  JSON.stringify({
    email: "[<id>]@example.com",
    phone: "+34600555871",
    platform,
    amount: "250",
    currency: "EUR",
    consent: true,
    submissionKey: "[<id>]",
    formToken,
    pageUrl: "http://localhost/optin/demo?utm_source=newsletter&utm_campaign=autumn",
  });

/** One sign-in after the other: what they take is the password's hash. */
export async function signInOften(url: string): Promise<{ token: string; hashMs: number }> {
  const tookMs: number[] = [];
  let token = "";
  for (let i = 0; i < SIGN_INS; i++) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(SIGN_IN),
    });
    tookMs.push(performance.now() - startedAt);
    token = ((await response.json()) as { token: string }).token;
  }
  return { token, hashMs: tookMs.sort((a, b) => a - b)[Math.floor(SIGN_INS / 2)] ?? 0 };
}

/** The cookies of a browser that has signed in on the page. */
export async function signInOnPage(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: "POST",
    headers: { ...BROWSER, origin: url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ ...SIGN_IN, intent: "sign-in" }),
    redirect: "manual",
  });
  if (response.status !== 303 && response.status !== 302)
    throw new Error(`The sign-in answered ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
