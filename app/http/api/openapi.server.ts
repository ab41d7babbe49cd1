import { z } from "zod";
import { config } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { describeOperation, toJsonSchema } from "./openapi-operation.server.ts";
import { TAGS } from "./openapi-tags.ts";
import type { AnyOperation } from "./operation.ts";

const FieldError = z.object({
  field: z.string(),
  message: z.string(),
  options: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .optional()
    .describe("What may have been meant: a choice for the sender, whose value is sent instead"),
});

const ErrorResponse = z.object({
  error: z.string().describe("A sentence a person can be shown"),
  code: z.string().describe("Stable, for programs"),
  errors: z.array(FieldError).optional(),
  details: z.array(FieldError).optional(),
  requestId: z.string(),
});

/** The OpenAPI 3.1 document of the declared operations, made from the schemas that validate them. */
export function openApiDocument(operations: AnyOperation[]) {
  const byPath: Record<string, Record<string, unknown>> = {};
  for (const operation of [...operations].sort((a, b) => a.path.localeCompare(b.path))) {
    byPath[operation.path] ??= {};
    (byPath[operation.path] as Record<string, unknown>)[operation.method.toLowerCase()] =
      describeOperation(operation);
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
      schemas: { Error: toJsonSchema(ErrorResponse, "output") },
    },
  };
}
