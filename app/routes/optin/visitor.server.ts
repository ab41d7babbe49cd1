import { parse } from "cookie";
import { config } from "#app/env.server.ts";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import type { Visitor } from "#app/services/submissions/submit-opt-in.server.ts";

/** A call from a program: no browser puts neither `Origin` nor `Sec-Fetch-Site` on a post. */
export function isProgram(request: Pick<ApiRequest, "origin" | "header">): boolean {
  return request.origin === null && request.header("sec-fetch-site") === null;
}

const isJson = (request: ApiRequest) => (request.header("content-type") ?? "").startsWith("application/json");

/** Whether the call brings a credential of its own. */
export const hasCredential = (request: ApiRequest): boolean => request.header("authorization") !== null;

const readCookies = (header: (name: string) => string | null) =>
  new Map(Object.entries(parse(header("cookie") ?? "")));

/** What is known of whoever submits through /api. */
export async function readApiVisitor(
  request: ApiRequest,
  idempotencyKey: string | null,
  isSignedIn: boolean,
): Promise<Visitor> {
  const cookies = readCookies(request.header);
  const { cookieId, ...device } = await readDevice(request.header, request.clientAddress);
  return {
    ...device,
    referrer: null,
    pageUrl: null,
    cookies,
    visitorId: cookieId,
    idempotencyKey,
    // A form's post needs one wherever it comes from; a program's own JSON and a signed-in client need none.
    needsToken: !isSignedIn && (!isProgram(request) || !isJson(request)),
  };
}

/** What is known of whoever posts the page's own form: its address is the one it was opened with. */
export async function readPageVisitor(
  request: Request,
  { clientAddress }: Pick<LoadContext, "clientAddress">,
): Promise<Visitor> {
  const header = (name: string) => request.headers.get(name);
  const cookies = readCookies(header);
  const { pathname, search } = new URL(request.url);
  const { cookieId, ...device } = await readDevice(header, clientAddress);
  return {
    ...device,
    referrer: null,
    pageUrl: `${config.publicUrl}${pathname}${search}`,
    cookies,
    visitorId: cookieId,
    idempotencyKey: null,
    needsToken: true,
  };
}

/** The visitor's country, as far as the browser's languages name one: a hint for phone numbers only. */
export function countryHint(acceptLanguage: string | null): string | undefined {
  return /^[a-z]{2,3}(?:-[A-Za-z]{4})?-([A-Z]{2})\b/.exec(acceptLanguage ?? "")?.[1];
}
