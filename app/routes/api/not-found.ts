import { redirect } from "@remix-run/node";
import { authenticate } from "#app/http/auth/authentication.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { NotFound, Unauthenticated } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";

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

/** A person who opens `/api` looks for its reference. */
const isOpened = ({ method, url }: Request) =>
  (method === "GET" || method === "HEAD") && /^\/api\/?$/.test(new URL(url).pathname);

const handle = async ({ request, context }: { request: Request; context: LoadContext }) => {
  if (isOpened(request)) return redirect(paths.apiReference());
  const { status, headers, body } = toErrorResponse(await findRefusal(request), context.requestId);
  return Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
};

export const loader = handle;
export const action = handle;
