import { type Guard, requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { paths } from "#app/paths.ts";
import { presentExportedPostback, presentPersonalSubmission } from "#app/presenters/export.ts";
import { PersonQuery } from "#app/schemas/people.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { listFormNames, type NamedForm } from "#app/services/opt-in-forms/form-names.server.ts";
import { listMailsOfClaims, listPersonClaims, wherePerson } from "#app/services/people/find-person.server.ts";
import { listPersonPostbacks } from "#app/services/postbacks/erase-postbacks.server.ts";

function readSearch(request: Request): string {
  const { search } = parseInput(PersonQuery, Object.fromEntries(new URL(request.url).searchParams));
  if (search === undefined) throw new NotFound("Person");
  return search;
}

/** Redirects back to the page of the person, because a file has no links. */
const requireOwner: Guard<Member> = (request) =>
  requireRecentAuthentication({
    action: "workspace:export",
    returnTo: paths.person({ search: readSearch(request) }),
  })(request);

/** Everything that is kept about a person, as a file that can be handed to them. */
export const loader = page(requireOwner, async ({ request, context, member }) => {
  const workspaceId = member.workspace.id;
  const where = await wherePerson({ workspaceId, search: readSearch(request) });
  const forms = await listFormNames(workspaceId);
  const pages = where && listPersonClaims(workspaceId, where);
  const first = await pages?.next();
  if (!where || !pages || !first || first.done) throw new NotFound("Person");
  return sendFile(
    {
      name: "person.json",
      type: "application/json; charset=utf-8",
      parts: toJson(workspaceId, first.value, pages, listPersonClaims(workspaceId, where), forms),
    },
    { request, context },
  );
});

/** Each call once, though it may name several of a person's claims. */
async function* listCalls(claims: AsyncGenerator<Submission[]>): AsyncGenerator<string> {
  const told = new Set<string>();
  let comma = "";
  for await (const some of claims)
    for (const claim of some)
      for (const call of await listPersonPostbacks(claim)) {
        if (told.has(call.id)) continue;
        told.add(call.id);
        yield comma + JSON.stringify(presentExportedPostback(call), null, 2);
        comma = ",\n";
      }
}

async function* toJson(
  workspaceId: string,
  first: Submission[],
  rest: AsyncGenerator<Submission[]>,
  again: AsyncGenerator<Submission[]>,
  forms: NamedForm[],
): AsyncGenerator<string> {
  const toText = async (claims: Submission[]) => {
    const mails = await listMailsOfClaims(workspaceId, claims);
    const present = { getName: adPlatformName, forms, mails };
    return claims.map((one) => JSON.stringify(presentPersonalSubmission(one, present), null, 2)).join(",\n");
  };
  yield `{"exportedAt": "${new Date().toISOString()}", "claims": [\n${await toText(first)}`;
  for await (const claims of rest) yield `,\n${await toText(claims)}`;
  yield '\n], "postbacks": [\n';
  yield* listCalls(again);
  yield "\n]}\n";
}
