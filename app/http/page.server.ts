import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Params } from "@remix-run/react";
import { type Anyone, anyone, type Guard } from "#app/http/auth/guards.server.ts";
import { countForAddress } from "#app/http/limits/page-limits.server.ts";
import { runUntil } from "#app/lib/deadline.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { formatsOf, runWithFormats } from "#app/lib/formats-scope.server.ts";
import { isId } from "#app/lib/ids.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { toDomainError, toErrorResponse } from "./error-responses.server.ts";
import { assertPageToken } from "./forms/page-token.server.ts";

import { runWithContext } from "./request-context.server.ts";

/** An id in the path that cannot be one is a 404 where it is read: before a service sees it, and in its own page. */
const withIds = (params: Params) =>
  new Proxy(params, {
    get(target, name: string) {
      const value = target[name];
      if (value !== undefined && /^id$|Id$/.test(name) && !isId(value)) throw new NotFound("Page");
      return value;
    },
  });

type PageArguments<G> = LoaderFunctionArgs & (G extends Guard<Member> ? { member: Member } : unknown);

/**
 * Wraps a loader or action, which Remix calls with the same arguments: the request counts against the general
 * limit of its address, a post of unknown origin shows its page token, then the guard says who asks. Past the
 * request's deadline it is a 503. An expected error becomes a response with its status for the error boundary.
 * Remix logs anything else.
 */
export function page<G extends Guard | Anyone, Result>(
  guard: G,
  handle: (args: PageArguments<G>) => Promise<Result>,
): (args: LoaderFunctionArgs) => Promise<Result> {
  return async (args) => {
    try {
      return await runUntil(args.context.deadline, async () => {
        await countForAddress(args.context);
        return runWithContext(args.context, async () => {
          const { refusedWithoutToken } = args.context;
          const isUnproven = refusedWithoutToken !== null && args.request.method !== "GET";
          const request = isUnproven
            ? await assertPageToken(args.request, refusedWithoutToken)
            : args.request;
          const member = guard === anyone ? anyone : await guard(request);
          const params = withIds(args.params);
          const respond = () => handle({ ...args, params, request, member } as PageArguments<G>);
          return member === anyone ? respond() : runWithFormats(formatsOf(member.workspace), respond);
        });
      });
    } catch (error) {
      const expected = toDomainError(error);
      if (!expected) throw error;
      const { status, headers, body } = toErrorResponse(expected, args.context.requestId);
      // A route without a component, such as the theme's, shows the sentence itself.
      throw new Response(body.error, { status, headers });
    }
  };
}
