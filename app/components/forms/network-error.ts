import { type ClientActionFunctionArgs, replace } from "@remix-run/react";
import { NetworkError } from "#app/browser/fetch-with-device.ts";
import { showToast } from "#app/components/layout/toasts.tsx";
import { messages } from "#app/schemas/messages/index.ts";

/** Said on the document when a form has got no answer: nothing came of it. */
export const NETWORK_ERROR = "unanswered";

/**
 * A `clientAction` for a route's forms. One that got no answer leaves the page and all that was typed on it, and a toast says why;
 * without this the error boundary would take the page's place.
 * @param failedOf the sentence of the catalogue for what these fields were to do
 */
export function keepPageOnNetworkError(failedOf?: (fields: FormData) => string | undefined) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const copy = request.clone();
    try {
      return await serverAction();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      const reason = messages.unanswered[error.isOurFault ? "ourFault" : "offline"];
      const failed = failedOf?.(await copy.formData());
      showToast({ kind: "error", message: failed ? `${failed.replace(/\.$/, "")}. ${reason}` : reason });
      document.dispatchEvent(new Event(NETWORK_ERROR));
      return asItWas(new URL(request.url).pathname);
    }
  };
}

/** For routes whose forms have no sentence of their own. */
export const clientAction = keepPageOnNetworkError();

function asItWas(target: string): Response {
  const { location: here, navigation, actionData } = window.__remixRouter.state;
  // A step to a place within the page is the only one for which nothing is asked of the server.
  if (target !== here.pathname) return replace(here.pathname + here.search + (here.hash || "#main"));
  // From 400 on the router does not revalidate.
  const answer = Response.json({}, { status: 503 });
  // The very object that the page shows already: of another one everything would be said again. A fetcher's answer is not the page's.
  if (navigation.state === "submitting") answer.json = async () => Object.values(actionData ?? {})[0];
  return answer;
}
