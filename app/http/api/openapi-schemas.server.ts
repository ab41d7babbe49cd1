import { z } from "zod";
import type { JsonSchema } from "#app/lib/json-schema.ts";
import { NOUNS } from "./openapi-nouns.server.ts";

for (const [id, schema] of Object.entries(NOUNS)) schema.register(z.globalRegistry, { ...schema.meta(), id });

/** Makes the JSON schema of an input or output, and keeps the named ones that it refers to. */
export type ToJsonSchema = (schema: z.ZodType, io: "input" | "output") => JsonSchema;

/** Removes what zod adds of its own: the bounds of a safe integer, and the pattern of a format. */
function dropImplied(schema: {
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === "date-time" || schema.format === "date") delete schema.pattern;
}

/**
 * The schemas of one document: those with a name stand in `named`, and all others refer to them.
 * @throws if one name stands for two schemas: what is sent and what is returned differ
 */
export function collectSchemas() {
  const named: Record<string, JsonSchema> = {};
  const toJsonSchema: ToJsonSchema = (schema, io) => {
    const made = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      target: "draft-2020-12",
      override: ({ zodSchema, jsonSchema }) => {
        dropImplied(jsonSchema);
        // Zod loses the default of a preprocessed field.
        const { def } = zodSchema._zod;
        if (def.type === "default") jsonSchema.default ??= def.defaultValue;
      },
    });
    const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _, $defs = {}, ...document } = JSON.parse(text);
    for (const [name, definition] of Object.entries<JsonSchema>($defs)) {
      if (named[name] && JSON.stringify(named[name]) !== JSON.stringify(definition))
        throw new Error(`The schema ${name} differs where it is sent.`);
      named[name] = definition;
    }
    return document;
  };
  return { named, toJsonSchema };
}
