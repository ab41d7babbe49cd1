import type { DataRecipient } from "#app/components/people/erased-panel.tsx";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { presentPersonClaim } from "#app/presenters/person.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PersonQuery } from "#app/schemas/people.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getBulkJob } from "#app/services/bulk/bulk-jobs.server.ts";
import { findPerson, PERSON_PAGE, type Person } from "#app/services/people/find-person.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const LABELS = { search: "Search", erased: "Erased", job: "Job", page: "Page" };

/** What the page shows of a person, or of one that was just erased. */
export async function loadPersonPage({ workspace, role }: Member, searchParams: URLSearchParams) {
  const { valid, ignored } = validFilters(PersonQuery, LABELS, searchParams);
  const query = PersonQuery.parse(valid);
  const workspaceId = workspace.id;
  const { page: number, search } = query;
  const { found, problem } = search
    ? await find({ workspaceId, search, page: number })
    : { found: null, problem: null };
  const total = found?.total ?? 0;
  return {
    search: query.search ?? null,
    ignored,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    // What is wrong with the search.
    problem,
    claims: found?.claims.map((claim) => presentPersonClaim(claim, adPlatformName)) ?? null,
    pagination: {
      total,
      page: number,
      limit: PERSON_PAGE,
      pages: Math.max(1, Math.ceil(total / PERSON_PAGE)),
    },
    job: query.job === undefined ? null : await getBulkJob({ workspaceId, jobId: query.job }),
    // Who had got data of a person that was just erased.
    erased: query.erased === undefined ? null : toRecipients(query.erased.split(",")),
    recipients: toRecipients(found?.adPlatforms ?? []),
    may: { export: isAllowed(role, "workspace:export"), erase: isAllowed(role, "workspace:write") },
  };
}

async function find(
  args: Parameters<typeof findPerson>[0],
): Promise<{ found: Person | null; problem: string | null }> {
  try {
    const found = await findPerson(args);
    return { found, problem: found ? null : messages.people.searchShape };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { found: null, problem: error.message };
  }
}

const toRecipients = (ids: string[]): DataRecipient[] =>
  adPlatforms
    .all()
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, describe, settingsSchema }) => ({
      id,
      name,
      steps: describe(settingsSchema.parse({})).erasureText,
    }));
