import etag from "etag";
import fresh from "fresh";
import type { z } from "zod";
import { config } from "#app/env.server.ts";
import type { Caller } from "#app/http/auth/authentication.server.ts";
import { signedOutHeaders } from "#app/http/auth/signed-out-headers.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { FileResponse, openFile, PlainResponse } from "#app/http/file-response.server.ts";
import { type ApiRequest, discardBody, readBody, readBytes } from "#app/http/forms/read-body.server.ts";
import { readUpload } from "#app/http/forms/read-upload.server.ts";
import { receiveFiles } from "#app/http/forms/receive-files.server.ts";
import { readQuery } from "#app/http/forms/url-encoded.server.ts";
import { generalLimit, uploadLimits } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { runUntil, waitUntil } from "#app/lib/deadline.server.ts";
import type { WorkspaceRole } from "#app/lib/domain.ts";
import { DomainError, Forbidden, Invalid, NotFound } from "#app/lib/errors.ts";
import type { Language } from "#app/lib/languages.ts";
import { addressKey, consume, type Limit, refundSuccess } from "#app/lib/rate-limiter.server.ts";
import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import { KEY_MAX } from "#app/schemas/shared/limits.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { type StoredFile, withStoredFiles } from "#app/services/uploads/uploads.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import type { WorkspaceAction } from "#app/services/workspaces/policy.ts";
import type { ApiResponse } from "./api-response.ts";
import { type AuthorizedCaller, authorize, isAllowedTo, isOfAdministration } from "./authorize.server.ts";
import { allowedMethods, crossOriginHeaders } from "./cors.server.ts";
import type { AnyOperation, Method, Operation, Schema } from "./operation.ts";

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
  respond(request: ApiRequest): Promise<ApiResponse>;
};

/** Makes a call of /api. All of them go through the same pipeline. */
export function endpoint(...operations: AnyOperation[]): Handler {
  const declared = describe(operations);
  // Without a scope, which would slow each promise of the busiest call: all its queries serve others too.
  const respond = (request: ApiRequest) =>
    respondTo(declared, request, (work) => waitUntil(request.deadline, work()));
  const handler = async ({ request, params, context }: RouteArguments) => {
    // No form posts to a call: the router also finds it at `/%61pi`, which the request gate takes for a page.
    const { refusedWithoutToken } = context;
    if (refusedWithoutToken) {
      const { status, body } = toErrorResponse(
        new Forbidden(refusedWithoutToken.code, refusedWithoutToken.message),
        context.requestId,
      );
      return Response.json(body, { status, headers: ALWAYS });
    }
    const call: ApiRequest = {
      method: request.method,
      // The query as it was sent: Remix re-encodes the one of `request.url`.
      url: new URL(context.search, request.url),
      params,
      header: (name) => request.headers.get(name),
      body: (maxBytes) => readBytes(request, maxBytes),
      stream: request.body,
      ...context,
    };
    const { status, headers, body, stream } = await respondTo(declared, call, (work) =>
      runUntil(call.deadline, work),
    );
    return new Response(stream ?? (Buffer.isBuffer(body) ? new Uint8Array(body) : body), { status, headers });
  };
  return Object.assign(handler, { operations, respond });
}

class MethodNotAllowed extends DomainError {
  constructor() {
    super(405, "method_not_allowed", "This address doesn't take that method.");
  }
}

/** A response that contradicts its document is our bug, which development and the tests find. */
const CHECKS_RESPONSES = config.appEnv === "development" || config.appEnv === "test";
const ALWAYS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** What is the same for all calls of one address. */
type AddressOperations = {
  byMethod: Map<string, AnyOperation>;
  allow: string;
  isOpen: boolean;
  /** Only callers of this operation can see that the address exists. */
  hiddenBy: AnyOperation | undefined;
};

const describe = (operations: AnyOperation[]): AddressOperations => ({
  byMethod: new Map(operations.map((operation) => [operation.method, operation])),
  allow: allowedMethods(operations),
  isOpen: operations.some(({ isCrossOrigin }) => isCrossOrigin),
  hiddenBy: operations.find(isOfAdministration),
});

/** What is known of a response before it is made. */
type Reply = { headers: Record<string, string>; language: Language | null };

async function respondTo(
  declared: AddressOperations,
  request: ApiRequest,
  inTime: (work: () => Promise<ApiResponse>) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { byMethod, allow, hiddenBy } = declared;
  const cors = crossOriginHeaders(declared, request);
  const operation = byMethod.get(request.method === "HEAD" ? "GET" : request.method);
  const headers: Record<string, string> = { ...ALWAYS, ...cors };
  const reply: Reply = { headers, language: null };
  const work = async (): Promise<ApiResponse> => {
    if (request.method === "OPTIONS") {
      // A preflight of a listed origin never has a credential.
      if (hiddenBy && Object.keys(cors).length === 0) await authorize(hiddenBy, request);
      return { status: 204, headers: { ...headers, Allow: allow }, body: null };
    }
    if (!operation && hiddenBy) await authorize(hiddenBy, request);
    const refusesHead = operation?.consumesToken || operation?.storesOnGet;
    if (!operation || (request.method === "HEAD" && refusesHead)) {
      headers.Allow = allow;
      throw new MethodNotAllowed();
    }
    const response = await perform(operation, request, reply);
    return request.method === "HEAD" ? { ...response, body: null } : response;
  };
  try {
    return await inTime(work);
  } catch (error) {
    // What is refused before its body was read has the language of the query.
    const asked = () => operation?.languageOf?.({ language: request.url.searchParams.get("lang") });
    const language = reply.language ?? asked() ?? null;
    const refused = toErrorResponse(error, request.requestId, language, request.header("accept-language"));
    return json(refused.status, { ...headers, ...refused.headers }, refused.body);
  }
}

/** In this order: rate limit, credential, role, size and type, schema, work, response. */
async function perform(operation: AnyOperation, request: ApiRequest, reply: Reply): Promise<ApiResponse> {
  const { headers } = reply;
  const address = addressKey(request.clientAddress);
  const limits = operation.limits?.(request) ?? [generalLimit(`address:${address}`)];
  const counted = await consume(limits);
  // To others, a call of administration looks like an unknown address, which has no limit of its own.
  if (!isOfAdministration(operation)) Object.assign(headers, counted);
  const caller = operation.auth === "public" ? null : await authorize(operation, request);
  if (caller) {
    const { clientAddress } = request;
    const uploads = operation.upload ? uploadLimits(clientAddress, caller.workspace.id) : [];
    Object.assign(headers, await consume([...uploads, generalLimit(toAccountKey(caller))]));
  }
  const params = operation.params ? parsePath(operation.params, request.params) : undefined;
  const query = operation.query ? parseInput(operation.query, readQuery(request.url.search)) : undefined;
  const respond = (upload: Upload | null) =>
    run(operation, request, reply, { caller, params, query, upload, limits });
  return operation.upload ? withUpload(request, operation.upload, caller, respond) : respond(null);
}

type Upload = { file: Buffer; fileName: string; files: StoredFile[]; fields: URLSearchParams };
type Parsed = {
  caller: AuthorizedCaller | null;
  params: unknown;
  query: unknown;
  upload: Upload | null;
  limits: Limit[];
};

async function run(
  operation: AnyOperation,
  request: ApiRequest,
  reply: Reply,
  { caller, params, query, upload, limits }: Parsed,
): Promise<ApiResponse> {
  const { headers } = reply;
  const body = operation.body ? await readInput(operation, request, upload?.fields, reply) : undefined;
  const readsItself = operation.upload || operation.takesAnyBody;
  if (!operation.body && !readsItself && operation.method !== "GET") await discardBody(request);
  if (operation.bodyLimits) Object.assign(headers, await consume(await operation.bodyLimits(body, request)));

  const call = {
    user: caller?.user as User,
    workspace: caller?.workspace as Workspace,
    role: caller?.role as WorkspaceRole,
    session: caller?.session ?? null,
    access: caller?.access as Access,
    allows: (action: WorkspaceAction) => isAllowedTo(caller, action),
    params,
    query,
    body,
    file: upload?.file ?? NO_FILE,
    fileName: upload?.fileName ?? "",
    files: upload?.files ?? [],
    request,
    idempotencyKey: operation.takesIdempotencyKey ? idempotencyKey(request) : null,
    operation,
  };
  const result = await refundSuccess(limits, () => operation.run(call));
  if (operation.rotatesSession && caller?.session && request.header("authorization") === null)
    headers["Set-Cookie"] = await sessionCookie.serialize(await renewCookieToken(caller.session.sessionId));
  if (operation.endsSession) Object.assign(headers, await signedOutHeaders());
  if (result instanceof FileResponse) {
    const { type = operation.fileType ?? "application/octet-stream", ...file } = result.file;
    const opened = await openFile({ ...file, type }, request);
    return { status: 200, headers: { ...headers, ...opened.headers }, body: null, stream: opened.stream };
  }
  if (result instanceof PlainResponse)
    return { status: 200, headers: { ...headers, "Content-Type": result.type }, body: result.body };
  if (CHECKS_RESPONSES && operation.response) operation.response.parse(result);
  if (operation.maxAge !== undefined) {
    headers["Cache-Control"] = `public, max-age=${operation.maxAge}`;
    headers.ETag = etag(JSON.stringify(operation.selectForTag?.(result) ?? result));
    const ifNoneMatch = request.header("if-none-match") ?? undefined;
    if (fresh({ "if-none-match": ifNoneMatch }, { etag: headers.ETag }))
      return { status: 304, headers, body: null };
  }
  if (operation.status === 204) return { status: 204, headers, body: null };
  const status = statusOf(operation, result);
  return json(status, headers, result);
}

function statusOf({ isAccepted, isRepeated, status = 200 }: AnyOperation, result: unknown): number {
  if (isAccepted?.(result)) return 202;
  return isRepeated?.(result) ? 200 : status;
}

const NO_FILE = Buffer.alloc(0);

async function readInput(
  { accepts = ["json"], ...operation }: AnyOperation,
  request: ApiRequest,
  fields: URLSearchParams | undefined,
  reply: Reply,
) {
  const sent = fields ? Object.fromEntries(fields) : await readBody(request, accepts);
  const { schema, value } = operation.bodyFor?.(request, sent) ?? { schema: operation.body, value: sent };
  reply.language = operation.languageOf?.(sent) ?? null;
  return parseInput(schema, value, operation.joinErrors);
}

/** Uses one file that is in memory, or one that is stored while it arrives and ends with its use. */
async function withUpload<T>(
  request: ApiRequest,
  { judge, ...upload }: NonNullable<AnyOperation["upload"]>,
  caller: AuthorizedCaller | null,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const contentType = request.header("content-type");
  if (!upload.isStored || !caller)
    return use({ ...(await readUpload({ contentType, body: request.body }, upload)), files: [] });
  const sent = {
    contentType,
    contentLength: request.header("content-length"),
    body: request.stream ?? null,
    deadline: request.deadline,
  };
  return withStoredFiles(caller.workspace.id, async (store) => {
    const fields = new URLSearchParams();
    const files = await receiveFiles(sent, {
      ...upload,
      filesMax: 1,
      store,
      fields,
      judge: judge && (() => judge(caller.access, fields)),
    });
    return use({ file: NO_FILE, fileName: "", files, fields });
  });
}

const toAccountKey = ({ user, workspace }: Caller) =>
  user ? `account:${user.id}` : `workspace:${workspace.id}`;

/** A malformed id gets the same response as an unknown one. */
function parsePath(schema: z.ZodType, params: Record<string, string | undefined>): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new NotFound("Record");
  return parsed.data;
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

function json(status: number, headers: Record<string, string>, body: unknown): ApiResponse {
  return {
    status,
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify(body),
  };
}
