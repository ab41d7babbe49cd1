import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { DomainError, Invalid } from "#app/lib/errors.ts";
import { plainSentence } from "#app/schemas/sentences.ts";
import { errorAnswer } from "./error-answers.server.ts";
import { readForm } from "./forms.server.ts";
import type { LoadContext } from "./load-context.ts";
import { consume, type Limit } from "./rate-limits.server.ts";

/** What a page's form gets back that was not taken: its values without secrets, and a message for each field. */
export type FormAnswer = SubmissionResult<string[]>;

type Arguments<S extends z.ZodType> = {
  request: Request;
  context: Pick<LoadContext, "requestId">;
  schema: S;
  /** Where the fields were read already. */
  fields?: URLSearchParams;
  /** So many tries from one address. They are counted before anything is read; past them the form comes back as it was. */
  limits?: Limit[];
  /** Fields that never go back to the browser. */
  hide?: string[];
  /** What the form says when it failed through no fault of its reader; the page's error boundary says it otherwise. */
  failure?: string;
};

/**
 * Answers a page's form: what its schema or the service refuses comes back as the form, with the refusal's status; done is what `act` gives.
 */
export async function answerForm<S extends z.ZodType>(
  { request, context, schema, fields, limits = [], hide = [], failure }: Arguments<S>,
  act: (value: z.output<S>) => Promise<Response>,
) {
  const limited = await consume(limits).then(
    () => null,
    (error: unknown) => error,
  );
  const submission = parseWithZod(fields ?? (await readForm(request)), { schema, error: plainSentence });
  try {
    if (limited) throw limited;
    if (submission.status !== "success") return data(submission.reply({ hideFields: hide }), { status: 400 });
    return await act(submission.value as z.output<S>);
  } catch (error) {
    if (error instanceof Response) throw error;
    const isRefused = error instanceof DomainError && error.status < 500;
    if (!isRefused && failure === undefined) throw error;
    const { status, headers } = errorAnswer(error, context.requestId);
    const reply = submission.reply({
      ...(isRefused ? refusals(error) : { formErrors: [failure as string] }),
      hideFields: hide,
    });
    return data(reply, { status, headers });
  }
}

function refusals(error: DomainError): { formErrors?: string[]; fieldErrors?: Record<string, string[]> } {
  if (!(error instanceof Invalid) || error.errors.length === 0) return { formErrors: [error.message] };
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of error.errors)
    fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
  return { fieldErrors };
}
