import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "#app/lib/errors.ts";
import { errorAnswer } from "./error-answers.server.ts";

/**
 * A page's loader or action whose refusals become what its error boundary shows: the status, and nothing of the inside.
 * Anything unforeseen goes on to Remix, which logs it.
 */
export function page<A extends LoaderFunctionArgs | ActionFunctionArgs, R>(
  handle: (args: A) => Promise<R>,
): (args: A) => Promise<R> {
  return async (args) => {
    try {
      return await handle(args);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status, headers } = errorAnswer(error, args.context.requestId);
      // How long to wait is for its reader; nothing else of a refusal is.
      throw new Response(status === 429 ? error.message : null, { status, headers });
    }
  };
}
