import type { z } from "zod";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { UploadField } from "#app/http/forms/read-upload.server.ts";
import type { UserRole, WorkspaceRole } from "#app/lib/domain.ts";
import type { ErrorCode, ErrorStatus } from "#app/lib/error-codes.ts";
import type { Limit } from "#app/lib/rate-limiter.server.ts";
import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import type { SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import type { WorkspaceAction } from "#app/services/workspaces/policy.ts";
import type { FileResponse } from "./file-response.server.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Schema = z.ZodType | undefined;
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
  /** In the document, where the one that its path gives is another operation's. */
  operationId?: string;
  /** `public`: anyone. `user`: signed in, with a known role, or one of `roles` where given. */
  auth: "public" | "user";
  roles?: readonly UserRole[];
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
  /** Signs out: the browser that called by its cookie forgets it, and the pages it keeps. */
  endsSession?: boolean;
  /** Answers any origin, without credentials. */
  isCrossOrigin?: boolean;
  /** A body that the documentation shows. A test sends it, with real ids. */
  example?: Shown<B>;
  params?: P;
  query?: Q;
  body?: B;
  /** The same schema made for one request, where it helps to know who asks. */
  bodyFor?: (request: ApiRequest, sent: unknown) => NonNullable<B>;
  accepts?: ("json" | "form")[];
  /** The call takes a file in a multipart body, in place of `body`. */
  upload?: UploadField;
  /** Reads the `Idempotency-Key` header, which other calls ignore. */
  takesIdempotencyKey?: boolean;
  response?: A;
  /**
   * The media type of a response that is not JSON: `run` returns a file, and `response` describes its
   * content.
   */
  fileType?: string;
  /** Those that the query can choose instead. */
  otherFileTypes?: string[];
  status?: 200 | 201 | 204;
  /** Whether the work goes on after the response: then it is a 202. */
  isAccepted?: (answer: Shown<A>) => boolean;
  /** How long a shared cache may keep the answer, in seconds; private and uncached otherwise. */
  maxAge?: number;
  /** What the ETag is made of, where it is not the whole answer. */
  tagOf?: (answer: Shown<A>) => unknown;
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
    /** Of an operation with `upload`; empty where none was sent. */
    file: Buffer;
    request: ApiRequest;
    idempotencyKey: string | null;
    operation: AnyOperation;
  }) => Promise<Shown<A> | FileResponse>;
};

// biome-ignore lint/suspicious/noExplicitAny: operations of different schemas stand in one list; each was checked where it was declared
export type AnyOperation = Operation<any, any, any, any>;
