import type { LoaderFunctionArgs } from "@remix-run/node";
import { withinPageLimits } from "#app/http/limits/page-limits.server.ts";
import { toDomainError, toErrorResponse } from "./error-responses.server.ts";

/** Remix calls loaders and actions with the same arguments. */
type Handle<Result> = (args: LoaderFunctionArgs) => Promise<Result>;

/**
 * Wraps a loader or action: an expected error becomes a response with its status for the error boundary,
 * and the request counts against the general limit. Remix logs anything else.
 */
export function page<Result>(handle: Handle<Result>): Handle<Result> {
  return async (args) => {
    try {
      return await withinPageLimits(args.context, () => handle(args));
    } catch (error) {
      const expected = toDomainError(error);
      if (!expected) throw error;
      const { status, headers, body } = toErrorResponse(expected, args.context.requestId);
      // A route without a component, such as the theme's, shows the sentence itself.
      throw new Response(body.error, { status, headers });
    }
  };
}
