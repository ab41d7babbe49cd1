import { useActionData } from "@remix-run/react";
import { useState } from "react";
import { isNetworkError } from "./network-error.ts";

/** The action's data. After a network error, still the previous reply. */
export function useFormReply<Action>(): ReturnType<typeof useActionData<Action>> {
  const reply = useActionData<Action>();
  const [last, setLast] = useState(reply);
  if (isNetworkError(reply)) return last;
  if (reply !== last) setLast(reply);
  return reply;
}

/** The reply if it belongs to the form with this intent. */
export function resultOf<Reply extends { form: string }>(
  reply: Reply | undefined,
  intent: Reply["form"],
): Reply | undefined {
  return reply?.form === intent ? reply : undefined;
}
