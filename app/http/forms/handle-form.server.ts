import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Conflict, DomainError, Invalid } from "#app/lib/errors.ts";
import { consume, type Limit } from "#app/lib/rate-limiter.server.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { readForm } from "./read-form.server.ts";

/**
 * What a page's form gets back that was not taken: its values without secrets, a message for each field, which of the page's forms it is,
 * and the catalogue's sentence that it failed.
 */
export type FormReply = SubmissionResult<string[]> & { form: string; failed: string | null };

type Arguments<S extends z.ZodType> = {
  /** The request, or its fields where they were read already. */
  sent: Request | URLSearchParams;
  schema: S;
  /** The form's name on its page, where that has several. */
  form?: string;
  /** The sentence of the catalogue for when it is not taken. */
  failed?: string;
  /** So many tries from one address. They are counted before anything is read; past them the form comes back as it was. */
  limits?: Limit[];
  /** Fields that never go back to the browser. */
  hide?: string[];
  /**
   * What the form says when it failed through no fault of its reader. Where neither this nor `failed` is given, the page's error boundary
   * says it.
   */
  failure?: string;
};

/**
 * Answers a page's form: what its schema or the service refuses comes back as the form, with the refusal's status; done is what `act`
 * gives, as a rule a redirect.
 */
export async function handleForm<S extends z.ZodType, R = Response>(
  { sent, schema, form = "", failed, limits = [], hide: hideFields = [], failure }: Arguments<S>,
  act: (value: z.output<S>) => Promise<R>,
): Promise<R | ReturnType<typeof data<FormReply>>> {
  const limited = await consume(limits).then(
    () => null,
    (error: unknown) => error,
  );
  const fields = sent instanceof Request ? await readForm(sent) : sent;
  const submission = parseWithZod(fields, { schema, error: plainSentence });
  const sendBack = (errors: Refusals, init: { status: number; headers?: HeadersInit }) =>
    data<FormReply>({ ...submission.reply({ ...errors, hideFields }), form, failed: failed ?? null }, init);
  try {
    if (limited) throw limited;
    if (submission.status !== "success") return sendBack({}, { status: 400 });
    return await act(submission.value);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof DomainError && error.status < 500)
      return sendBack(refusals(error), { status: error.status, headers: error.headers });
    if (failure === undefined && failed === undefined) throw error;
    const { status, headers, body } = toErrorResponse(error, getContext().requestId);
    return sendBack({ formErrors: [failure ?? body.error] }, { status, headers });
  }
}

type Refusals = { formErrors?: string[]; fieldErrors?: Record<string, string[]> };

function refusals(error: DomainError): Refusals {
  if (error instanceof Conflict && error.field) return { fieldErrors: { [error.field]: [error.message] } };
  if (!(error instanceof Invalid) || error.errors.length === 0) return { formErrors: [error.message] };
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of error.errors)
    fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
  return { fieldErrors };
}
