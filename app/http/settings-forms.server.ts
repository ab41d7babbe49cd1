import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { DomainError, Invalid } from "#app/lib/errors.ts";
import { plainSentence } from "#app/schemas/sentences.ts";

/** One form of several on a page, sent back: which one, and in one sentence that it failed. */
export type FormReply = SubmissionResult<string[]> & { form: string; failed: string | null };

type Sent<S extends z.ZodType, R> = {
  /** The form's name on its page. */
  form: string;
  fields: URLSearchParams;
  schema: S;
  /** The sentence of the catalogue for when it fails. */
  failed?: string;
  hideFields?: string[];
  /** Does what was asked and gives the answer, as a rule a redirect. What it refuses is shown at the form. */
  run: (value: z.output<S>) => Promise<R>;
};

/** Takes what a settings form sent: done is a redirect, refused is the form once more with what is wrong. */
export async function takeForm<S extends z.ZodType, R = Response>({
  form,
  fields,
  schema,
  failed,
  hideFields = [],
  run,
}: Sent<S, R>): Promise<R | ReturnType<typeof data<FormReply>>> {
  const submission = parseWithZod(fields, { schema, error: plainSentence });
  const sendBack = (reply: SubmissionResult<string[]>, status: number, headers = {}) =>
    data<FormReply>({ ...reply, form, failed: failed ?? null }, { status, headers });
  if (submission.status !== "success") return sendBack(submission.reply({ hideFields }), 400);
  try {
    return await run(submission.value);
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    if (!(error instanceof Invalid))
      return sendBack(
        submission.reply({ formErrors: [error.message], hideFields }),
        error.status,
        error.headers,
      );
    const fieldErrors = Object.fromEntries(error.errors.map(({ field, message }) => [field, [message]]));
    return sendBack(submission.reply({ fieldErrors, hideFields }), 400);
  }
}
