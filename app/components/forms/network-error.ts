import { type ClientActionFunctionArgs, replace } from "@remix-run/react";
import { NetworkError } from "#app/browser/fetch-with-device.ts";
import { showToast } from "#app/components/layout/toasts.tsx";
import { messages } from "#app/schemas/messages/index.ts";

/** The action data of a form that got no response. */
export type NetworkErrorReply = { networkError: string };

export const isNetworkError = (reply: unknown): reply is NetworkErrorReply =>
  typeof reply === "object" && reply !== null && "networkError" in reply;

/**
 * A `clientAction` for a page's forms. Without a response the page keeps its fields and a toast says why; the
 * error boundary would replace the page.
 * @param failedOf the specification's sentence for the failure of an intent
 */
export function keepPageOnNetworkError(failedOf?: (intent: string) => string | undefined) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const copy = request.clone();
    try {
      return await serverAction();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      const reason = messages.unanswered[error.isOurFault ? "ourFault" : "offline"];
      const failed = failedOf?.(String((await copy.formData()).get("intent")));
      const message = failed ? `${failed.replace(/\.$/, "")}. ${reason}` : reason;
      showToast({ kind: "error", message });
      // A form that posts to another page: a hash on the current one needs no request.
      if (new URL(request.url).pathname !== location.pathname)
        return replace(location.pathname + location.search + (location.hash || "#main"));
      const reply: NetworkErrorReply = { networkError: message };
      // From 400 on, the router does not load the page's data again. With `data()`, Remix loses the status.
      return Response.json(reply, { status: 503 });
    }
  };
}

/** For routes whose forms have no sentence of their own. */
export const clientAction = keepPageOnNetworkError();
