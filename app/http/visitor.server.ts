import { parse } from "cookie";
import { config } from "#app/env.server.ts";
import { asksForPrivacy, readVisits } from "#app/http/cookies/visit.server.ts";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import { AD_COOKIES } from "#app/lib/ad-platforms.ts";
import { getKeys } from "#app/lib/objects.ts";
import type { OptInInput } from "#app/schemas/opt-in.ts";
import type { Visitor } from "#app/services/submissions/submit-opt-in.server.ts";
import type { LoadContext } from "./load-context.ts";
import { readDevice } from "./request-device.server.ts";

/** A call from a program: browsers send `Origin` or `Sec-Fetch-Site` with every post. */
export function isProgram(request: Pick<ApiRequest, "origin" | "header">): boolean {
  return request.origin === null && request.header("sec-fetch-site") === null;
}

export const isJson = (request: Pick<ApiRequest, "header">): boolean =>
  (request.header("content-type") ?? "").startsWith("application/json");

/** The browser of a person who has typed what the call says; undefined for a program. */
export const typedIn = (
  request: Pick<ApiRequest, "origin" | "header">,
): { acceptLanguage: string | null } | undefined =>
  hasCredential(request) || isProgram(request)
    ? undefined
    : { acceptLanguage: request.header("accept-language") };

/** Whether the call has its own credential. */
export const hasCredential = (request: Pick<ApiRequest, "header">): boolean =>
  request.header("authorization") !== null;

type ApiCall = {
  request: ApiRequest;
  body: OptInInput;
  idempotencyKey: string | null;
  isSignedIn: boolean;
};

type Cookies = Record<string, string>;

/** What a browser sends of itself. Where it asks not to be tracked, an id that it has from before says nothing. */
function readBrowser(header: ApiRequest["header"], clientAddress: string, cookies: Cookies) {
  const isPrivate = asksForPrivacy(header);
  const { cookieId, ...device } = readDevice(header, clientAddress, isPrivate ? NO_COOKIES : cookies);
  return {
    ...device,
    acceptLanguage: header("accept-language"),
    visits: readVisits(cookies, header),
    cookies: new Map(Object.entries(cookies)),
    asksForPrivacy: isPrivate,
    visitorId: cookieId,
  };
}

const NO_COOKIES: Cookies = {};

/** The visitor of a submission through /api. */
export function readApiVisitor({ request, body, idempotencyKey, isSignedIn }: ApiCall): Visitor {
  if (isSignedIn) return readProgramVisitor(body, idempotencyKey);
  const cookies = parse(request.header("cookie") ?? "");
  return {
    ...readBrowser(request.header, request.clientAddress, cookies),
    pageUrl: null,
    idempotencyKey,
    // Form posts always need a token; JSON from a program needs none.
    needsToken: !isProgram(request) || !isJson(request),
  };
}

/** A visitor as a program describes them: its connection, cookies and device are its own. */
function readProgramVisitor(body: OptInInput, idempotencyKey: string | null): Visitor {
  const cookies = getKeys(AD_COOKIES).flatMap((column) => {
    const value = body[column];
    return value === undefined ? [] : [[AD_COOKIES[column], value] as const];
  });
  return {
    ip: body.ip ?? null,
    userAgent: body.userAgent ?? null,
    acceptLanguage: null,
    visits: [],
    pageUrl: null,
    cookies: new Map(cookies),
    asksForPrivacy: false,
    visitorId: null,
    deviceId: null,
    deviceFingerprint: null,
    idempotencyKey,
    needsToken: false,
  };
}

/** The visitor of a posted page: its URL is the one that the form was opened with. */
export function readPageVisitor(
  request: Request,
  { clientAddress, search }: Pick<LoadContext, "clientAddress" | "search">,
): Visitor {
  const header = (name: string) => request.headers.get(name);
  const cookies = parse(header("cookie") ?? "");
  const { pathname } = new URL(request.url);
  return {
    ...readBrowser(header, clientAddress, cookies),
    pageUrl: `${config.publicUrl}${pathname}${search}`,
    idempotencyKey: null,
    needsToken: true,
  };
}
