import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { withinPageLimits } from "#app/http/limits/page-limits.server.ts";
import { DomainError } from "#app/lib/errors.ts";
import { toErrorResponse } from "./error-responses.server.ts";

/**
 * A page's loader or action whose refusals become what its error boundary shows: the status, and nothing of the inside. Its request counts
 * against the general limit.
 * Anything unforeseen goes on to Remix, which logs it.
 */
export function page<A extends LoaderFunctionArgs | ActionFunctionArgs, R>(
  handle: (args: A) => Promise<R>,
): (args: A) => Promise<R> {
  return async (args) => {
    try {
      return await withinPageLimits(args.context, () => handle(args));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status, headers, body } = toErrorResponse(error, args.context.requestId);
      // A route without a page of its own, such as the theme's, shows the sentence itself.
      throw new Response(body.error, { status, headers });
    }
  };
}
