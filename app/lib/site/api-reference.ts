import { type JsonSchema, listAlternatives, type NamedSchemas, resolveSchema } from "#app/lib/json-schema.ts";

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
type DescribedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: unknown[];
  "x-scope"?: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
/** What the reference reads of an OpenAPI document. */
export type OpenApiDocument = {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: NamedSchemas };
};

export type FieldRow = { name: string; type: string; isRequired: boolean; notes: string };
export type OperationEntry = {
  id: string;
  method: string;
  path: string;
  summary: string;
  note: string | null;
  access: string;
  parameters: FieldRow[];
  body: { types: string; fields: FieldRow[] } | null;
  response: { status: string; fields: FieldRow[]; example: string | null };
  errors: { status: string; codes: string }[];
  example: string | null;
};
export type ReferenceGroup = { id: string; name: string; description: string; operations: OperationEntry[] };

/** Errors that every call may return: the page explains them once. */
const COMMON_STATUSES = new Set(["304", "405", "413", "415", "429", "431", "500", "503"]);

/** The groups of an OpenAPI document with their calls, as rows and text. */
export function presentApiReference(document: OpenApiDocument): ReferenceGroup[] {
  const base = document.servers[0]?.url ?? "";
  const named = document.components.schemas;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return document.tags
    .map(({ name, description }) => ({
      id: name.toLowerCase().replace(/\W+/g, "-"),
      name,
      description,
      operations: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map((found) => presentOperation(found, base, named)),
    }))
    .filter((group) => group.operations.length > 0);
}

type FoundOperation = { path: string; method: string; operation: DescribedOperation };

function presentOperation(
  { path, method, operation }: FoundOperation,
  base: string,
  named: NamedSchemas,
): OperationEntry {
  const [[status = "", success] = []] = Object.entries(operation.responses);
  const media = Object.entries(operation.requestBody?.content ?? {});
  const [bodySchema, example] = [media[0]?.[1].schema, media[0]?.[1].example];
  const response = Object.values(success?.content ?? {})[0];
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    note: operation.description ?? null,
    access: describeAccess(operation),
    parameters: operation.parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      type: `${describeType(schema, named)}, ${place}`,
      isRequired: required,
      notes: [description?.replace(/\.$/, ""), writeNotes(schema)].filter(Boolean).join(". "),
    })),
    body: bodySchema
      ? { types: media.map(([type]) => type).join(" or "), fields: toRows(bodySchema, named) }
      : null,
    response: {
      status,
      fields: response ? toRows(response.schema, named) : [],
      example: response?.example === undefined ? null : JSON.stringify(response.example, null, 2),
    },
    errors: Object.entries(operation.responses)
      .slice(1)
      .filter(([code]) => !COMMON_STATUSES.has(code))
      .map(([code, { description }]) => ({ status: code, codes: description })),
    example: writeExample({
      method,
      url: base + path + requiredQuery(operation),
      credential: getCredential(operation),
      body: example,
    }),
  };
}

function describeAccess({ security, "x-scope": scope }: DescribedOperation): string {
  if (security.length === 0) return "Open to everyone";
  return scope === undefined
    ? "Needs the token of a sign-in"
    : `Needs an API key with ${scope}, or the token of a sign-in`;
}

/** A key reaches only the calls that name a scope. */
function getCredential({ security, "x-scope": scope }: DescribedOperation): string | null {
  if (security.length === 0) return null;
  return scope === undefined ? "$ATTESTO_TOKEN" : "$ATTESTO_KEY";
}

/** "?ids={ids}", to be filled in as the parts of the path are. */
function requiredQuery({ parameters }: DescribedOperation): string {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  return required.length === 0 ? "" : `?${required.map(({ name }) => `${name}={${name}}`).join("&")}`;
}

type Request = { method: string; url: string; credential: string | null; body: unknown };

function writeExample({ method, url, credential, body }: Request): string | null {
  if (body === undefined && method !== "GET") return null;
  const lines = [
    `curl${method === "GET" || method === "POST" ? "" : ` -X ${method}`} "${url}"`,
    ...(credential === null ? [] : [`-H "Authorization: Bearer ${credential}"`]),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return lines.join(" \\\n  ");
}

/** A schema's fields, those of nested objects under their path: `pagination.total`, `submissions[].id`. */
function toRows(schema: JsonSchema, named: NamedSchemas, prefix = ""): FieldRow[] {
  const object = findObject(schema, named);
  return Object.entries(object?.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const field = resolveSchema(property, named);
    const inner = findObject(field, named)
      ? toRows(field, named, `${name}.`)
      : toRows(findItems(field, named) ?? {}, named, `${name}[].`);
    const row = {
      name,
      type: describeType(field, named),
      isRequired: object?.required?.includes(key) ?? false,
      notes: writeNotes(field),
    };
    return [row, ...inner];
  });
}

const resolveAlternatives = (schema: JsonSchema, named: NamedSchemas) =>
  listAlternatives(schema).map((one) => resolveSchema(one, named));

function findObject(schema: JsonSchema, named: NamedSchemas): JsonSchema | undefined {
  const resolved = resolveSchema(schema, named);
  if (resolved.properties) return resolved;
  return resolveAlternatives(resolved, named).find(({ properties }) => properties);
}

function findItems(schema: JsonSchema, named: NamedSchemas): JsonSchema | undefined {
  return schema.items ?? resolveAlternatives(schema, named).find(({ items }) => items)?.items;
}

function describeType(schema: JsonSchema, named: NamedSchemas): string {
  const resolved = resolveSchema(schema, named);
  const options = listAlternatives(resolved);
  if (options.length > 0) return [...new Set(options.map((one) => describeType(one, named)))].join(" or ");
  if (resolved.const !== undefined) return JSON.stringify(resolved.const);
  if (resolved.type === "array") return `list of ${describeType(resolved.items ?? {}, named)}`;
  if (resolved.type === undefined) return resolved.enum ? "string" : "any";
  return [resolved.type].flat().join(" or ");
}

function writeNotes(schema: JsonSchema): string {
  const chosen = listAlternatives(schema).find((one) => one.enum) ?? schema;
  const { description, default: preset, minimum, maximum, maxLength, format } = { ...chosen, ...schema };
  return [
    description,
    chosen.enum?.map((value) => JSON.stringify(value)).join(", "),
    format === undefined || format === "binary" ? "" : `As ${format}`,
    minimum === undefined ? "" : `At least ${minimum}`,
    maximum === undefined ? "" : `At most ${maximum}`,
    maxLength === undefined ? "" : `At most ${maxLength} characters`,
    preset === undefined ? "" : `Default ${JSON.stringify(preset)}`,
  ]
    .filter(Boolean)
    .join(". ");
}
