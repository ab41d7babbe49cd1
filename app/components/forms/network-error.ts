import { type ClientActionFunctionArgs, isRouteErrorResponse, replace } from "@remix-run/react";
import { CutResponse, NetworkError } from "#app/browser/fetch-with-device.ts";
import { showToast } from "#app/components/ui/toasts.ts";
import { messages } from "#app/schemas/messages/index.ts";

const sentences = messages.network;

/** The action data of a form that was not handled: without a response, or with an error page's. */
export type NetworkErrorReply = { networkError: string };

export const isNetworkError = (reply: unknown): reply is NetworkErrorReply =>
  typeof reply === "object" && reply !== null && "networkError" in reply;

/**
 * A `clientAction` for a page's forms. If the action fails, the page keeps its fields and a toast says why;
 * the error boundary would replace the page.
 * @param describeFailure the specification's sentence for the failure of an intent
 * @param options.showsToast false for a page that shows the failure itself
 */
export function keepPageOnError(
  describeFailure?: (intent: string) => string | undefined,
  { showsToast = true }: { showsToast?: boolean } = {},
) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const copy = request.clone();
    try {
      return await serverAction();
    } catch (error) {
      const reason = findReason(error);
      if (reason === null || request.signal.aborted) throw error;
      const failed = describeFailure?.(String((await copy.formData()).get("intent")));
      const message = failed && !(error instanceof CutResponse) ? joined(failed, reason) : reason;
      if (showsToast) showToast({ kind: "error", message });
      // A form that posts to another page: a hash on the current one needs no request.
      if (new URL(request.url).pathname !== location.pathname)
        return replace(location.pathname + location.search + (location.hash || "#main"));
      const reply: NetworkErrorReply = { networkError: message };
      // From 400 on, the router does not load the page's data again. With `data()`, Remix loses the status.
      return Response.json(reply, { status: 503 });
    }
  };
}

/** If the sentence says when to try again, only what happened to the text is added. */
const joined = (failed: string, reason: string) =>
  failed.includes("try again") ? `${failed} ${sentences.kept}` : `${failed.replace(/\.$/, "")}. ${reason}`;

/** A sentence for people; null if the form has not failed, such as for a redirect or a deleted page. */
function findReason(error: unknown): string | null {
  if (error instanceof Response) return null;
  if (error instanceof CutResponse) return sentences.cut;
  if (error instanceof NetworkError) {
    if (error.status === null) return sentences.offline;
    if (error.status === 413) return sentences.tooLarge;
    return error.status === 403 ? sentences.refused : sentences.ourFault;
  }
  if (!isRouteErrorResponse(error)) return sentences.ourFault;
  const { status, data } = error;
  if (status === 401 || status === 404) return null;
  return typeof data === "string" && data !== "" ? data : sentences.ourFault;
}

/** For routes whose forms have no sentence of their own. */
export const clientAction = keepPageOnError();
