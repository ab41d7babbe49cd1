import { redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { ErasedPanel } from "#app/components/people/erased-panel.tsx";
import { PersonClaims } from "#app/components/people/person-claims.tsx";
import { PersonRights } from "#app/components/people/person-rights.tsx";
import { PersonSearch } from "#app/components/people/person-search.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember, requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { handlePersonForm } from "./person-forms.server.ts";
import { loadPersonPage } from "./person-page.server.ts";

export const handle: PageHandle = {
  title: "Everything about a person",
  description: "What a visitor has claimed and what was sent where.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, member }) => {
  const loaded = await loadPersonPage(member, new URL(request.url).searchParams);
  // Nobody was asked for: people are found by the search of claims.
  const isEmpty = loaded.search === null && loaded.erased === null && loaded.ignored.length === 0;
  return isEmpty ? redirect(paths.submissions({ status: "all" })) : loaded;
});

export const clientAction = keepPageOnError(() => "Failed to erase this person");

export const action = page(
  requireRecentAuthentication({ action: "workspace:write" }),
  async ({ request, member }) => handlePersonForm(request, member),
);

export default function Person() {
  const { search, ignored, problem, claims, pagination, erased, job, recipients, may, ...view } =
    useLoaderData<typeof loader>();
  return (
    <Page errors={{ absent: ["search"] }}>
      <PageHeader
        title="Everything about a person"
        parent={{
          to: paths.submissions({ status: "all", search: claims && claims.length > 0 ? search : null }),
          label: "Claims",
        }}
      />
      <p className={text.secondary}>All that you hold about them, for answering a data request.</p>
      {claims && claims.length > 0 ? null : <PersonSearch search={search} />}
      <IgnoredFilters labels={ignored} />
      {erased ? <ErasedPanel recipients={erased} job={job} /> : null}
      {problem ? <p role="alert">{problem}</p> : null}
      {claims?.length === 0 && pagination.total > 0 && search !== null ? (
        <p>
          There {pagination.pages === 1 ? "is 1 page" : `are ${pagination.pages} pages`}.{" "}
          <Link to={paths.person({ search, page: String(pagination.pages) })}>Go to the last one</Link>
        </p>
      ) : null}
      {claims && pagination.total === 0 ? (
        <EmptyState title="Nobody found">
          No claim has this email or phone number. Check the spelling, and the country code of a number.
        </EmptyState>
      ) : null}
      {claims && claims.length > 0 && search !== null ? (
        <>
          <PersonRights
            search={search}
            total={pagination.total}
            recipients={recipients}
            may={may}
            exportHref={paths.personExport({ search })}
          />
          <PersonClaims claims={claims} view={view} />
          {pagination.pages > 1 ? (
            <Pagination
              pagination={pagination}
              toPage={(one) => paths.person({ search, page: one === 1 ? null : String(one) })}
            />
          ) : null}
        </>
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
