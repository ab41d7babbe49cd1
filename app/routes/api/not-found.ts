import { authenticate } from "#app/http/auth/authentication.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { NotFound, Unauthenticated } from "#app/lib/errors.ts";

/** Signed-out callers must not learn whether an address of administration exists. */
async function findRefusal({ url, headers }: Request): Promise<unknown> {
  if (!new URL(url).pathname.startsWith("/api/admin/")) return new NotFound("Address");
  try {
    return (await authenticate((name) => headers.get(name)))
      ? new NotFound("Address")
      : new Unauthenticated();
  } catch (error) {
    return error;
  }
}

const handle = async ({ request, context }: { request: Request; context: LoadContext }) => {
  const { status, headers, body } = toErrorResponse(await findRefusal(request), context.requestId);
  return Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
};

export const loader = handle;
export const action = handle;
