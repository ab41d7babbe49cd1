import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";

const example = { field: "email", message: messages.fields.emailShape };

export const FieldErrorResponse = z.object({
  field: z.string(),
  message: z.string(),
  options: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .optional()
    .describe("What may have been meant: a choice for the sender, whose value is sent instead"),
});

/** The one shape of all errors of /api. */
export const ApiErrorResponse = z
  .object({
    error: z.string().describe("A sentence a person can be shown"),
    code: z.string().describe("Stable, for programs"),
    errors: z.array(FieldErrorResponse).optional().describe("Of a 400: what is wrong with each field"),
    details: z.array(FieldErrorResponse).optional().describe("The same list as errors"),
    requestId: z.string().describe("The X-Request-Id of the response"),
  })
  .meta({
    examples: [
      {
        error: example.message,
        code: "validation_failed",
        errors: [example],
        details: [example],
        requestId: "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10",
      },
    ],
  });
