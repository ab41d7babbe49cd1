import { useActionData } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "#app/lib/form-reply.ts";
import { isNetworkError } from "./network-error.ts";

/** The action's data. After a network error, still the previous reply. */
export function useFormReply<Action>(): ReturnType<typeof useActionData<Action>> {
  const reply = useActionData<Action>();
  const [last, setLast] = useState(reply);
  if (isNetworkError(reply)) return last;
  if (reply !== last) setLast(reply);
  return reply;
}

/** The reply to a form of the page that was not accepted, if it has one of these intents. */
export function useReplyTo(...intents: string[]): FormReply | undefined {
  const reply = useFormReply<unknown>();
  return isFormReply(reply) && intents.includes(reply.form) ? reply : undefined;
}

/** An action may answer with something else, such as a new key. */
export const isFormReply = (reply: unknown): reply is FormReply =>
  typeof reply === "object" && reply !== null && "form" in reply && "requestId" in reply;

/** The reply if it belongs to the form with this intent. */
export function toFormResult<Reply extends { form: string }>(
  reply: Reply | undefined,
  intent: Reply["form"],
): Reply | undefined {
  return reply?.form === intent ? reply : undefined;
}
