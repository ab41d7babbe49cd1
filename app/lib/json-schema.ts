/** What we read of a JSON schema. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

export type NamedSchemas = Record<string, JsonSchema>;

/** The name of the schema that another one refers to. */
export const getSchemaName = ({ $ref }: JsonSchema): string | undefined => $ref?.split("/").at(-1);

/** A schema with what it refers to; its own description counts. */
export function resolveSchema(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const name = getSchemaName(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...own } = schema;
  return { ...named[name], ...own };
}

export const listAlternatives = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? [];
