import { config } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { ApiErrorResponse } from "#app/schemas/errors.ts";
import { HEADERS } from "./openapi-headers.ts";
import { describeOperation } from "./openapi-operation.server.ts";
import { collectSchemas } from "./openapi-schemas.server.ts";
import { TAGS } from "./openapi-tags.ts";
import type { AnyOperation } from "./operation.ts";

/** The OpenAPI 3.1 document of the declared operations, made from the schemas that validate them. */
export function openApiDocument(operations: AnyOperation[]) {
  const schemas = collectSchemas();
  schemas.toJsonSchema(ApiErrorResponse, "output");
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const operation of [...operations].sort((a, b) => a.path.localeCompare(b.path))) {
    byPath[operation.path] ??= {};
    (byPath[operation.path] as Record<string, unknown>)[operation.method.toLowerCase()] = describeOperation(
      operation,
      schemas,
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${config.brandName} API`,
      version: "1.0.0",
      description:
        "Visitors confirm, owners verify, ad platforms receive only what is true. The headers X-Device-Id and X-Device-Fingerprint are read where they are present, and kept with sign-ins and submissions.",
      license: { name: "Terms of service", url: config.publicUrl + paths.terms() },
      contact: { url: config.publicUrl + paths.contact({ subject: "technical" }) },
    },
    servers: [{ url: config.publicUrl }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths: byPath,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token of a sign-in, or an API key where the call names a scope",
        },
      },
      headers: HEADERS,
      schemas: schemas.named,
    },
  };
}
