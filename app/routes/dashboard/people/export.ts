import type { LoaderFunctionArgs } from "@remix-run/node";
import { assertAllowed, requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { presentPersonalSubmission } from "#app/presenters/export.ts";
import { PersonQuery } from "#app/schemas/people.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { findPerson } from "#app/services/people/find-person.server.ts";

/** Everything that is kept about a person, as a file that can be handed to them. */
export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { search } = parseInput(PersonQuery, Object.fromEntries(new URL(request.url).searchParams));
  if (search === undefined) throw new NotFound("Person");
  // Back at the page: a file has no way on.
  const returnTo = paths.person({ search });
  const signedIn = await requireRecentAuthentication(request, { returnTo });
  assertAllowed(signedIn, "workspace:export");
  const claims = await findPerson({ workspaceId: signedIn.workspace.id, search });
  if (!claims?.length) throw new NotFound("Person");
  const content = {
    exportedAt: new Date().toISOString(),
    claims: claims.map((claim) => presentPersonalSubmission(claim, adPlatformName)),
  };
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="person.json"',
      "Cache-Control": "private, no-store",
    },
  });
});
