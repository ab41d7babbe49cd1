import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { SaveError } from "#app/components/forms/save-error.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { ErasedPanel, type Recipient } from "#app/components/people/erased-panel.tsx";
import { PersonClaims } from "#app/components/people/person-claims.tsx";
import { PersonRights } from "#app/components/people/person-rights.tsx";
import { PersonSearch } from "#app/components/people/person-search.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import text from "#app/components/ui/text.module.css";
import { assertAllowed, requireMember, requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentPersonClaim } from "#app/presenters/person.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type PersonClaim, PersonQuery } from "#app/schemas/people.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findPerson } from "#app/services/people/find-person.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handlePersonForm } from "./person-forms.server.ts";

export const handle: PageHandle = { title: "Find a person" };

type PersonPage = {
  search: string | null;
  now: string;
  timeZone: string;
  /** Null where nothing was searched for, or what was is no email or phone. */
  claims: PersonClaim[] | null;
  /** Who had got data of a person that was just erased. */
  erased: Recipient[] | null;
  /** Who has got data of this person. */
  recipients: Recipient[];
  may: { export: boolean; erase: boolean };
};

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<PersonPage> => {
  const { workspace, role } = await requireMember(request, "submissions:read");
  const query = parseInput(PersonQuery, Object.fromEntries(new URL(request.url).searchParams));
  const found = query.search ? await findPerson({ workspaceId: workspace.id, search: query.search }) : null;
  const sent = (found ?? [])
    .flatMap(({ deliveries = [] }) => deliveries)
    .filter(({ attemptCount }) => attemptCount > 0);
  return {
    search: query.search ?? null,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    claims: found?.map((claim) => presentPersonClaim(claim, adPlatformName)) ?? null,
    erased: query.erased === undefined ? null : toRecipients(query.erased.split(",")),
    recipients: toRecipients(sent.map(({ adPlatform }) => adPlatform)),
    may: { export: isAllowed(role, "workspace:export"), erase: isAllowed(role, "workspace:write") },
  };
});

const toRecipients = (ids: string[]): Recipient[] =>
  adPlatforms
    .all()
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, describe, settingsSchema }) => ({
      id,
      name,
      steps: describe(settingsSchema.parse({})).erasureText,
    }));

export const clientAction = keepPageOnError(() => "Failed to erase this person");

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const signedIn = await requireRecentAuthentication(request);
  assertAllowed(signedIn, "workspace:write");
  return handlePersonForm(request, signedIn.workspace.id);
});

export default function Person() {
  const { search, claims, erased, recipients, may, ...view } = useLoaderData<PersonPage>();
  const reply = useFormReply<typeof action>();
  return (
    <Page>
      <Flash />
      <SaveError reply={reply} />
      {reply ? <ErrorSummary formId={reply.form} lastResult={reply} absent={["search"]} /> : null}
      <PageHeader>
        <h1>Find a person</h1>
      </PageHeader>
      <p className={text.secondary}>
        What a visitor has claimed, what was sent where, and what they agreed to: to answer when somebody asks
        what you know about them.
      </p>
      <PersonSearch search={search} />
      {erased ? <ErasedPanel recipients={erased} /> : null}
      {search !== null && claims === null ? <p role="alert">{messages.people.searchShape}</p> : null}
      {claims?.length === 0 ? (
        <EmptyState title="Nobody found">
          No claim has this email or phone number. Check the spelling, and the country code of a number.
        </EmptyState>
      ) : null}
      {claims && claims.length > 0 && search !== null ? (
        <>
          <PersonRights
            search={search}
            claims={claims}
            recipients={recipients}
            may={may}
            exportHref={paths.personExport({ search })}
          />
          <PersonClaims claims={claims} view={view} />
        </>
      ) : null}
    </Page>
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={messages.submissions.loadFailed} />;
}
