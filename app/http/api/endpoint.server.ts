import etag from "etag";
import fresh from "fresh";
import type { z } from "zod";
import { config } from "#app/env.server.ts";
import { authenticate, type Caller } from "#app/http/auth/authentication.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { type ApiRequest, leaveBody, readBody, readBytes } from "#app/http/forms/read-body.server.ts";
import { generalLimit } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import type { UserRole, WorkspaceRole } from "#app/lib/domain.ts";
import type { ErrorCode, ErrorStatus } from "#app/lib/error-codes.ts";
import { DomainError, Forbidden, Invalid, joined, NotFound, Unauthenticated } from "#app/lib/errors.ts";
import { addressKey, consume, type Limit } from "#app/lib/rate-limiter.server.ts";
import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { KEY_MAX } from "#app/schemas/shared/limits.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { isRecentlyAuthenticated, type SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import { isAllowed, isScope, type WorkspaceAction } from "#app/services/workspaces/policy.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type Shown<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

export type OperationErrors = { [S in ErrorStatus]?: ErrorCode<S>[] };

/**
 * Declares one call of /api: who may call it, its input, output and limits. The OpenAPI document is built
 * from it.
 */
export type Operation<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends Schema = Schema,
> = {
  method: Method;
  /** As the document names it: `/api/optin/{slug}/submit`. */
  path: string;
  summary: string;
  /** `public`: anyone. `user`: signed in, with one of `roles` where given. */
  auth: "public" | "user";
  roles?: UserRole[];
  /** What it does in the workspace, by the policy. API keys reach it only where this is a scope. */
  action?: WorkspaceAction;
  /** Asks for a proof of the password (or of a provider) that is not older than 15 minutes. */
  needsRecentAuthentication?: boolean;
  /** A GET that uses something up: HEAD, which programs send to look at an address, is refused. */
  consumesToken?: boolean;
  /**
   * Replaces the cookie of a browser's session, because its rights changed: the old cookie becomes invalid.
   */
  rotatesSession?: boolean;
  /** Answers any origin, without credentials. */
  isCrossOrigin?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** The same schema made for one request, where it helps to know who asks. */
  bodyFor?: (request: ApiRequest) => NonNullable<B>;
  accepts?: ("json" | "form")[];
  response?: A;
  /**
   * The media type of a response that is not JSON: `run` returns a file, and `response` describes its
   * content.
   */
  fileType?: string;
  status?: 200 | 201 | 204;
  /** How long a shared cache may keep the answer, in seconds; private and uncached otherwise. */
  maxAge?: number;
  /** The errors of this operation, besides those that all have. */
  errors?: OperationErrors;
  limits?: (request: ApiRequest) => Limit[];
  /** Limits that need to know what was sent. */
  bodyLimits?: (body: Parsed<B>, request: ApiRequest) => Limit[] | Promise<Limit[]>;
  /** Says all errors in one sentence, joined with a period; the first one alone otherwise. */
  joinErrors?: boolean;
  run: (call: {
    /** Calls that API keys reach must use the workspace only: a key has no user. */
    user: User;
    workspace: Workspace;
    role: WorkspaceRole;
    /** Null for a program with a key, which reaches only calls that name a scope. */
    session: SignedIn | null;
    params: Parsed<P>;
    query: Parsed<Q>;
    body: Parsed<B>;
    request: ApiRequest;
    idempotencyKey: string | null;
    /** The declaration itself. */
    operation: AnyOperation;
  }) => Promise<Shown<A> | FileResponse>;
};

/** An answer to be kept as a file. */
export class FileResponse {
  readonly name: string;
  readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: operations of different schemas stand in one list; each was checked where it was declared
export type AnyOperation = Operation<any, any, any, any>;
export type ApiResponse = { status: number; headers: Record<string, string>; body: string | null };

const declare =
  (method: Method) =>
  <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
    operation: Omit<Operation<P, Q, B, A>, "method">,
  ): Operation<P, Q, B, A> => ({ method, ...operation });

export const get = declare("GET");
export const post = declare("POST");
export const put = declare("PUT");
export const patch = declare("PATCH");
export const del = declare("DELETE");

type RouteArguments = { request: Request; params: Record<string, string | undefined>; context: LoadContext };
type Handler = ((args: RouteArguments) => Promise<Response>) & {
  operations: AnyOperation[];
  answer(request: ApiRequest): Promise<ApiResponse>;
};

/** The only way to write a call of /api: every one goes through the same pipeline. */
export function endpoint(...operations: AnyOperation[]): Handler {
  const answer = (request: ApiRequest) => answerCall(operations, request);
  const handler = async ({ request, params, context }: RouteArguments) => {
    const { status, headers, body } = await answer({
      method: request.method,
      url: new URL(request.url),
      params,
      header: (name) => request.headers.get(name),
      body: (maxBytes) => readBytes(request, maxBytes),
      ...context,
    });
    return new Response(body, { status, headers });
  };
  return Object.assign(handler, { operations, answer });
}

class MethodNotAllowed extends DomainError {
  constructor() {
    super(405, "method_not_allowed", "This address does not take that method.");
  }
}

const ALWAYS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

async function answerCall(operations: AnyOperation[], request: ApiRequest): Promise<ApiResponse> {
  const allow = allowed(operations);
  const cors = crossOriginHeaders(operations, request, allow);
  if (request.method === "OPTIONS")
    return { status: 204, headers: { ...ALWAYS, ...cors, Allow: allow }, body: null };
  const method = request.method === "HEAD" ? "GET" : request.method;
  const operation = operations.find((candidate) => candidate.method === method);
  const headers: Record<string, string> = { ...ALWAYS, ...cors };
  try {
    if (!operation || (request.method === "HEAD" && operation.consumesToken)) {
      headers.Allow = allow;
      throw new MethodNotAllowed();
    }
    const answered = await perform(operation, request, headers);
    return request.method === "HEAD" ? { ...answered, body: null } : answered;
  } catch (error) {
    const refused = toErrorResponse(error, request.requestId);
    return json(refused.status, { ...headers, ...refused.headers }, refused.body);
  }
}

/** Rate limit, credential, role, size and type, schema, work, answer: in this order. */
async function perform(
  operation: AnyOperation,
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const address = addressKey(request.clientAddress);
  Object.assign(headers, await consume(operation.limits?.(request) ?? [generalLimit(`address:${address}`)]));
  const caller = operation.auth === "public" ? null : await authorize(operation, request);
  if (caller) Object.assign(headers, await consume([generalLimit(accountOf(caller))]));

  const params = operation.params ? parsePath(operation.params, request.params) : undefined;
  const query = operation.query
    ? parseInput(operation.query, firstOfEach(request.url.searchParams))
    : undefined;
  const schema = operation.bodyFor?.(request) ?? operation.body;
  const body = schema
    ? parseInput(schema, await readBody(request, operation.accepts ?? ["json"]), operation.joinErrors)
    : undefined;
  if (!schema && operation.method !== "GET") await leaveBody(request);
  if (operation.bodyLimits) Object.assign(headers, await consume(await operation.bodyLimits(body, request)));

  const result = await operation.run({
    user: caller?.user as User,
    workspace: caller?.workspace as Workspace,
    role: caller?.role as WorkspaceRole,
    session: caller?.session ?? null,
    params,
    query,
    body,
    request,
    idempotencyKey: idempotencyKey(request),
    operation,
  });
  if (operation.rotatesSession && caller?.session && request.header("authorization") === null)
    headers["Set-Cookie"] = await sessionCookie.serialize(await renewCookieToken(caller.session.sessionId));
  if (result instanceof FileResponse) return file(operation, headers, result);
  // An answer that its own document does not describe is a fault of ours: found in development, not by a client.
  if (!config.isProduction && operation.response) operation.response.parse(result);
  if (operation.maxAge !== undefined) {
    headers["Cache-Control"] = `public, max-age=${operation.maxAge}`;
    headers.ETag = etag(JSON.stringify(result));
    const ifNoneMatch = request.header("if-none-match") ?? undefined;
    if (fresh({ "if-none-match": ifNoneMatch }, { etag: headers.ETag }))
      return { status: 304, headers, body: null };
  }
  if (operation.status === 204) return { status: 204, headers, body: null };
  return json(operation.status ?? 200, headers, result);
}

async function authorize(operation: AnyOperation, request: ApiRequest): Promise<Caller> {
  const caller = await authenticate(request.header);
  if (!caller) throw new Unauthenticated();
  const { action } = operation;
  if (!caller.session) {
    const scope = action && isScope(action) ? action : null;
    if (scope && caller.scopes.includes(scope)) return caller;
    throw new Forbidden(
      "scope_missing",
      scope ? `This key lacks the scope ${scope}.` : "This call is closed to API keys.",
    );
  }
  if (action && !isAllowed(caller.role, action))
    throw new Forbidden("role_refused", messages.workspaces.roleRefused);
  if (operation.roles && !operation.roles.includes(caller.user.role)) {
    // That there is such a call at all is nobody else's business.
    if (operation.path.startsWith("/api/admin/")) throw new NotFound("Address");
    throw new Forbidden("role_refused", "Your account may not do this.");
  }
  if (operation.needsRecentAuthentication && !isRecentlyAuthenticated(caller.session)) {
    throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
  }
  return caller;
}

const accountOf = ({ user, workspace }: Caller) =>
  user ? `account:${user.id}` : `workspace:${workspace.id}`;

/** An id that cannot be one is not there: the same answer as for one that is not yours. */
function parsePath(schema: z.ZodType, params: Record<string, string | undefined>): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new NotFound("Record");
  return parsed.data;
}

/** @throws {Invalid} with one entry per field */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, joinsErrors = false): z.output<S> {
  const unwritable = withNul(value);
  if (unwritable !== undefined)
    throw new Invalid([{ field: unwritable, message: "Please check this value" }]);
  const parsed = schema.safeParse(value, { error: plainSentence });
  if (parsed.success) return parsed.data;
  const seen = new Set<string>();
  const errors = parsed.error.issues.flatMap((issue) => {
    const field = issue.path.join(".");
    if (seen.has(field)) return [];
    seen.add(field);
    return [{ field, message: issue.message }];
  });
  throw new Invalid(errors, joinsErrors ? joined(errors) : undefined);
}

/**
 * The name of a value that holds the character NUL: nobody types it, and SQLite's driver ends a statement
 * at it.
 */
function withNul(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([, text]) => typeof text === "string" && text.includes("\0"))?.[0];
}

function firstOfEach(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.get(name) ?? ""]));
}

function idempotencyKey(request: ApiRequest): string | null {
  const key = request.header("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > KEY_MAX) {
    throw new Invalid([
      { field: "Idempotency-Key", message: `The idempotency key has 1 to ${KEY_MAX} visible characters` },
    ]);
  }
  return key;
}

function allowed(operations: AnyOperation[]): string {
  const methods = operations.flatMap(({ method, consumesToken }) =>
    method === "GET" && !consumesToken ? ["GET", "HEAD"] : [method],
  );
  return [...methods, "OPTIONS"].join(", ");
}

function crossOriginHeaders(
  operations: AnyOperation[],
  request: ApiRequest,
  allow: string,
): Record<string, string> {
  const isOpen = operations.some(({ isCrossOrigin }) => isCrossOrigin);
  const isListed = request.origin !== null && config.corsOrigins.includes(request.origin);
  if (!isOpen && !isListed) return {};
  return {
    "Access-Control-Allow-Origin": isOpen ? "*" : (request.origin as string),
    ...(isOpen ? {} : { Vary: "Origin" }),
    "Access-Control-Expose-Headers": "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After",
    ...(request.method === "OPTIONS"
      ? {
          "Access-Control-Allow-Methods": allow,
          "Access-Control-Allow-Headers":
            "Authorization, Content-Type, Idempotency-Key, X-Device-Id, X-Device-Fingerprint, X-Request-Id, X-Workspace-Id",
          "Access-Control-Max-Age": "600",
        }
      : {}),
  };
}

function json(status: number, headers: Record<string, string>, body: unknown): ApiResponse {
  return {
    status,
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify(body),
  };
}

function file(
  { fileType }: AnyOperation,
  headers: Record<string, string>,
  { name, text }: FileResponse,
): ApiResponse {
  return {
    status: 200,
    headers: {
      ...headers,
      "Content-Type": fileType ?? "application/octet-stream",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
    body: text,
  };
}
