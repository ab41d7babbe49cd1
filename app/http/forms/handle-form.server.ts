import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { type Anyone, anyone } from "#app/http/auth/guards.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Conflict, DomainError, Forbidden, Invalid, Malformed } from "#app/lib/errors.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { consume, type Limit, refundSuccess } from "#app/lib/rate-limiter.server.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { TooLarge } from "./read-body.server.ts";
import { CONTROL, readForm } from "./read-form.server.ts";
import { assertShownWorkspace } from "./shown-workspace.server.ts";

type Errors = { formErrors?: string[]; fieldErrors?: Record<string, string[]> };
type Form = { intent: string };
type Values<F, Intent> = F extends { intent: infer I } ? (Intent extends I ? F : never) : never;

export type FormHandler<Value, Reply = unknown> = {
  /** The specification's sentence for when the form is refused. */
  failed?: string;
  /**
   * The form's own error after an unexpected failure. Without it and `failed`, the error boundary is shown.
   */
  failure?: string;
  /** Counted before the input is validated. Over a limit, the form keeps its values. */
  limits?: Limit[];
  /** Fields that are never sent back to the browser. */
  hide?: string[];
  onValid(value: Value, reply: (errors: Errors) => SubmissionResult<string[]>): Promise<Reply>;
};

/** The handlers of a page's forms, by intent. */
export type FormHandlers<F extends Form> = { [Intent in F["intent"]]: FormHandler<Values<F, Intent>> };
type HandlerReply<Handler> = Handler extends { onValid(...args: never[]): Promise<infer Reply> }
  ? Reply
  : never;

/**
 * Runs the handler of the form's `intent` for the member that the page's guard returned, or `anyone`. Invalid
 * input and expected errors become a `FormReply` with their status.
 * @throws {Malformed} 400 for an unknown intent
 */
export async function handleForm<S extends z.ZodType<Form>, const H extends FormHandlers<z.output<S>>>(
  sent: Request | URLSearchParams,
  member: Member | Anyone,
  schema: S,
  handlers: H,
): Promise<HandlerReply<H[keyof H]> | ReturnType<typeof data<FormReply<keyof H & string>>>> {
  const fields = sent instanceof Request ? await readForm(sent) : sent;
  const intent = fields.get("intent") ?? "";
  if (!Object.hasOwn(handlers, intent))
    throw new Malformed(
      "unknown_intent",
      "This page has no such form. Please reload the page and try again.",
    );
  const name = intent as keyof H & string;
  const handler: FormHandler<unknown> = handlers[name];
  const submission = parse(fields, schema);
  const { requestId } = getContext();
  const reply = (errors: Errors) => submission.reply({ ...errors, hideFields: handler.hide ?? [] });
  const sendBack = (errors: Errors, init: { status: number; headers?: HeadersInit }) => {
    const failed = errors.formErrors ? (handler.failed ?? null) : null;
    return data<FormReply<keyof H & string>>({ ...reply(errors), form: name, failed, requestId }, init);
  };
  try {
    if (member !== anyone) assertShownWorkspace(fields, member.workspace);
    const limits = handler.limits ?? [];
    await consume(limits);
    // One of conform's own buttons, which only change the form.
    if (submission.status !== "success")
      return sendBack({}, { status: submission.status === "error" ? 400 : 200 });
    const { value } = submission;
    return (await refundSuccess(limits, () => handler.onValid(value, reply))) as HandlerReply<H[keyof H]>;
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof DomainError && error.status < 500)
      return sendBack(toErrors(error), { status: error.status, headers: error.headers });
    if (handler.failure === undefined && handler.failed === undefined) throw error;
    const { status, headers, body } = toErrorResponse(error, requestId);
    return sendBack({ formErrors: [handler.failure ?? body.error] }, { status, headers });
  }
}

function parse<S extends z.ZodType<Form>>(fields: URLSearchParams, schema: S) {
  try {
    return parseWithZod(fields, { schema, error: plainSentence });
  } catch (error) {
    // conform throws if one of its buttons names a field that is not a list.
    if (!fields.has(CONTROL)) throw error;
    throw new Malformed("malformed_body", "The form could not be read. Please send it again.");
  }
}

function toErrors(error: DomainError): Errors {
  const isOfOneField = [Conflict, Forbidden, TooLarge].some((kind) => error instanceof kind);
  if (isOfOneField && "field" in error && error.field)
    return { fieldErrors: { [String(error.field)]: [error.message] } };
  if (!(error instanceof Invalid) || error.errors.length === 0) return { formErrors: [error.message] };
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of error.errors)
    fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
  return { fieldErrors };
}
