import type { z } from "zod";
import type { UploadField } from "#app/http/forms/read-upload.server.ts";
import { listAlternatives, type NamedSchemas } from "#app/lib/json-schema.ts";
import { KEY_MAX } from "#app/schemas/shared/limits.ts";
import { isScope } from "#app/services/workspaces/policy.ts";
import { createExample } from "./openapi-example.ts";
import { listHeaders } from "./openapi-headers.ts";
import type { ToJsonSchema } from "./openapi-schemas.server.ts";
import { findTag } from "./openapi-tags.ts";
import type { AnyOperation, OperationErrors } from "./operation.ts";

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key again gives the same response. With another body it is a 409.",
  schema: { type: "string", pattern: "^[!-~]+$", maxLength: KEY_MAX },
};

const workspaceHeader = {
  name: "X-Workspace-Id",
  in: "header",
  required: false,
  description:
    "Chooses a workspace, for an account with several; without it the call is made in the one that was used last. A workspace of others is a 404. An API key belongs to one.",
  schema: { type: "string" },
};

/** What the operations of a document share. */
export type DocumentSchemas = { named: NamedSchemas; toJsonSchema: ToJsonSchema };

/** One operation in the OpenAPI document. */
export function describeOperation(operation: AnyOperation, schemas: DocumentSchemas) {
  const { body } = operation;
  const responses: Record<string, object> = {
    [operation.status ?? 200]: describeSuccess(operation, schemas, false),
    ...(operation.isAccepted && { 202: describeSuccess(operation, schemas, true) }),
    ...(operation.isRepeated && { 200: describeSuccess(operation, schemas, false) }),
    ...(operation.maxAge === undefined ? {} : { 304: { description: "Not changed since that ETag" } }),
    ...describeRefusals(operation, body !== undefined || operation.upload !== undefined),
  };
  return {
    operationId: operationId(operation),
    tags: [findTag(operation.path)],
    summary: operation.summary,
    description: operation.consumesToken
      ? `${operation.description} It consumes a token, so HEAD is refused with 405.`
      : operation.description,
    security: operation.auth === "public" ? [] : [{ bearer: [] }],
    ...(operation.action && isScope(operation.action) ? { "x-scope": operation.action } : {}),
    parameters: [
      ...parameters(operation.params, "path", schemas),
      ...parameters(operation.query, "query", schemas),
      ...(operation.auth === "user" ? [workspaceHeader] : []),
      ...(operation.takesIdempotencyKey ? [idempotencyHeader] : []),
    ],
    ...(body && !operation.upload
      ? { requestBody: { required: true, content: describeContent(operation, body, schemas) } }
      : {}),
    ...(operation.upload
      ? {
          requestBody: { required: true, content: describeUpload(operation.upload, operation.body, schemas) },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        { ...response, headers: listHeaders(operation, status) },
      ]),
    ),
  };
}

/** `PUT /api/optin/dashboard/submissions/{id}` becomes `putOptinDashboardSubmissionsById`. */
function operationId({ method, path, operationId: given }: AnyOperation): string {
  if (given) return given;
  const parts = path
    .replace("/api/", "")
    .split(/[/.-]/)
    .map((part: string) => (part.startsWith("{") ? `by-${part.slice(1, -1)}` : part));
  return parts
    .join("-")
    .split("-")
    .reduce(
      (id: string, word: string) => id + word.charAt(0).toUpperCase() + word.slice(1),
      method.toLowerCase(),
    );
}

function parameters(
  schema: z.ZodType | undefined,
  place: "path" | "query",
  { toJsonSchema }: DocumentSchemas,
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input");
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description,
    schema: shape,
  }));
}

function describeContent(
  { accepts = ["json"], example }: AnyOperation,
  body: z.ZodType,
  { toJsonSchema }: DocumentSchemas,
) {
  const types = { json: "application/json", form: "application/x-www-form-urlencoded" };
  const media = { schema: toJsonSchema(body, "input"), ...(example === undefined ? {} : { example }) };
  return Object.fromEntries(accepts.map((kind) => [types[kind], media]));
}

function describeUpload(
  { field, maxBytes }: UploadField,
  body: z.ZodType | undefined,
  { toJsonSchema }: DocumentSchemas,
) {
  const file = { type: "string", format: "binary", description: `At most ${maxBytes} bytes` };
  const others = body ? (toJsonSchema(body, "input") as { properties: object; required?: string[] }) : null;
  const schema = {
    type: "object",
    properties: { [field]: file, ...others?.properties },
    required: [field, ...(others?.required ?? [])],
  };
  return { "multipart/form-data": { schema } };
}

function describeSuccess(
  operation: AnyOperation,
  { named, toJsonSchema }: DocumentSchemas,
  isAccepted: boolean,
) {
  const schema = operation.response
    ? toJsonSchema(operation.response, "output")
    : { type: "string", format: "binary" };
  if (operation.fileType) {
    const types = [operation.fileType, ...(operation.otherFileTypes ?? [])];
    const content = Object.fromEntries(types.map((type) => [type.split(";")[0], { schema }]));
    return { description: "A file", content };
  }
  if (!operation.response) return { description: "Done" };
  const alternatives = operation.isAccepted ? listAlternatives(schema) : [schema];
  const example = alternatives
    .map((one) => createExample(one, named))
    .find((one) => (operation.isAccepted?.(one) ?? false) === isAccepted);
  const description = isAccepted ? "Begun: the work continues in the background" : "Done";
  return { description, content: { "application/json": { schema, example } } };
}

function describeRefusals(operation: AnyOperation, hasBody: boolean) {
  const refusal = (description: string) => ({
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  });
  const { method, query, action, roles, needsRecentAuthentication, accepts, upload } = operation;
  const isPrivate = operation.auth === "user";
  const hasBodyLimits = method !== "GET";
  const common = {
    400: [
      ...(hasBody || query ? ["validation_failed" as const] : []),
      ...(hasBody && !upload ? ["malformed_json" as const] : []),
      ...(upload || accepts?.includes("form") ? ["malformed_body" as const] : []),
      "malformed_path",
      "unsupported_query",
    ],
    401: isPrivate ? ["unauthenticated", "invalid_token"] : [],
    403: [
      // A page on another origin may only send public calls.
      ...(method === "GET" || operation.isCrossOrigin ? [] : ["origin_refused" as const]),
      ...(isPrivate ? ["scope_missing" as const] : []),
      ...(isPrivate && (action || roles) ? ["role_refused" as const] : []),
      ...(isPrivate && needsRecentAuthentication ? ["reauthentication_required" as const] : []),
    ],
    // A workspace that the header names and the caller is no member of.
    404: isPrivate ? ["not_found"] : [],
    405: ["method_not_allowed"],
    413: hasBodyLimits ? ["payload_too_large"] : [],
    415: hasBodyLimits ? ["unsupported_media_type"] : [],
    429: ["rate_limited", ...(isPrivate && upload ? ["upload_quota" as const] : [])],
    431: ["headers_too_large"],
    500: ["internal_error"],
    503: ["unavailable"],
  } satisfies OperationErrors;
  const all: Record<string, string[]> = { ...common };
  for (const [status, codes] of Object.entries(operation.errors ?? {}))
    all[status] = [...new Set([...(all[status] ?? []), ...codes])];
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, codes]) => codes.length > 0)
      .map(([status, codes]) => [status, refusal(codes.join(", "))]),
  );
}
