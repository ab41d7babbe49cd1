import type { z } from "zod";
import type { FileResponse, PlainResponse } from "#app/http/file-response.server.ts";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { UploadField } from "#app/http/forms/read-upload.server.ts";
import type { UserRole, WorkspaceRole } from "#app/lib/domain.ts";
import type { ErrorCode, ErrorStatus } from "#app/lib/error-codes.ts";
import type { Language } from "#app/lib/languages.ts";
import type { Limit } from "#app/lib/rate-limiter.server.ts";
import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import type { WorkspaceAction } from "#app/services/workspaces/policy.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Schema = z.ZodType | undefined;
type ParsedValue<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type UnparsedValue<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

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
  /** What the summary leaves out, in sentences: what it needs, and what follows. */
  description: string;
  /** In the document, if the one made from its path is taken. */
  operationId?: string;
  /** `public`: anyone. `user`: signed in, with a known role, or one of `roles` where given. */
  auth: "public" | "user";
  roles?: readonly UserRole[];
  /** Its action in the workspace, by the policy. API keys reach it only if it is a scope. */
  action?: WorkspaceAction;
  /** The action that members need instead of `action`, which then applies to API keys only. */
  memberAction?: WorkspaceAction;
  /** Needs a password or provider sign-in of the last 15 minutes. */
  needsRecentAuthentication?: boolean;
  /** A GET that consumes a token. HEAD is refused, because programs send it to preview a link. */
  consumesToken?: boolean;
  /** A GET that stores something: HEAD is refused. */
  storesOnGet?: boolean;
  /**
   * Replaces the cookie of a browser's session, because its rights changed: the old cookie becomes invalid.
   */
  rotatesSession?: boolean;
  /** Signs out: ends the session cookie and clears the browser's cache. */
  endsSession?: boolean;
  /** Answers any origin, without credentials. */
  isCrossOrigin?: boolean;
  /** A body that the documentation shows. A test sends it, with real ids. */
  example?: UnparsedValue<B>;
  params?: P;
  query?: Q;
  body?: B;
  /** The same schema for what was sent together with what the request says, if the body depends on that. */
  bodyFor?: (request: ApiRequest, sent: unknown) => { schema: NonNullable<B>; value: unknown };
  /** The language of the errors, by what was sent; null for English. */
  languageOf?: (sent: unknown) => Language | null;
  accepts?: ("json" | "form")[];
  /** The call takes a file in a multipart body, whose other fields are the `body`. */
  upload?: UploadField & {
    /** It is stored while it arrives, not held in memory. Whoever calls is signed in. */
    isStored?: true;
    /** Throws what refuses a stored file by the fields that came before it. */
    judge?: (access: Access, fields: URLSearchParams) => Promise<void>;
  };
  /** `run` reads the body itself, of any type. */
  takesAnyBody?: boolean;
  /** Reads the `Idempotency-Key` header, which other calls ignore. */
  takesIdempotencyKey?: boolean;
  response?: A;
  /**
   * The media type of a response that is not JSON: `run` returns a file, and `response` describes its
   * content.
   */
  fileType?: string;
  /** Media types that the query can choose instead. */
  otherFileTypes?: string[];
  status?: 200 | 201 | 204;
  /** Whether the work continues after the response, which is then a 202. */
  isAccepted?: (response: UnparsedValue<A>) => boolean;
  /** Whether what a call creates was there already: the response is then a 200. */
  isRepeated?: (response: UnparsedValue<A>) => boolean;
  /** How long a shared cache may keep the response, in seconds. Without it: private and uncached. */
  maxAge?: number;
  /** The part of the response that the ETag is made of, if not the whole. */
  selectForTag?: (response: UnparsedValue<A>) => unknown;
  /** The errors of this operation, besides the common ones. */
  errors?: OperationErrors;
  limits?: (request: ApiRequest) => Limit[];
  /** Limits that depend on the body. */
  bodyLimits?: (body: ParsedValue<B>, request: ApiRequest) => Limit[] | Promise<Limit[]>;
  /** Joins all errors into one sentence; otherwise `error` is the first one. */
  joinErrors?: boolean;
  run: (call: {
    /** Calls that API keys reach must use only the workspace, because a key has no user. */
    user: User;
    workspace: Workspace;
    role: WorkspaceRole;
    /** Null for an API key, which reaches only calls with a scope. */
    session: Member | null;
    /** The right that services which write demand. */
    access: Access;
    /** Whether the caller may do another action too. */
    allows: (action: WorkspaceAction) => boolean;
    params: ParsedValue<P>;
    query: ParsedValue<Q>;
    body: ParsedValue<B>;
    /** The file of an operation with `upload`; empty if none was sent. */
    file: Buffer;
    /** As the client names it. */
    fileName: string;
    /** The same of an upload that is stored: at most one. */
    files: StoredFile[];
    request: ApiRequest;
    idempotencyKey: string | null;
    operation: AnyOperation;
  }) => Promise<UnparsedValue<A> | FileResponse | PlainResponse>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of operations with different schemas, each checked where it is declared
export type AnyOperation = Operation<any, any, any, any>;
