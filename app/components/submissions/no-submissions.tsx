import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { FormNote, OwnFormButton } from "#app/components/layout/own-form.tsx";
import { useOwnForm } from "#app/components/layout/own-form-context.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import { paths } from "#app/paths.ts";
import type { PaginationResponse } from "#app/schemas/shared/query.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { isFiltered } from "./active-filters.ts";

type NoSubmissionsProps = {
  query: SubmissionsQuery;
  counts: { all: number };
  pagination: PaginationResponse;
  address: QueryLinks;
};

/** Why a page of the list is empty, and the way on. */
export function NoSubmissions({ query, counts, pagination, address }: NoSubmissionsProps) {
  const { pages, total } = pagination;
  const all = <ButtonLink to={paths.submissions({ status: "all" })}>Show all claims</ButtonLink>;
  if (total > 0) {
    const toLastPage = address({ page: pages === 1 ? null : pages, open: null, at: null });
    return <PastLastPage page={query.page} pages={pages} toLastPage={toLastPage} />;
  }
  if (counts.all === 0) return <NoClaimsYet />;
  if (!isFiltered({ ...query, status: undefined }) && query.status === "pending") {
    return (
      <EmptyState title="Nothing to check" actions={all}>
        Every claim is decided. New ones appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing matches" actions={all}>
      No claims match. Remove a filter or shorten your search.
    </EmptyState>
  );
}

/** Before the first claim: whether there is a form yet. */
export function NoClaimsYet() {
  const hasForm = useOwnForm().url !== null;
  if (!hasForm) {
    return (
      <EmptyState title="No form yet" actions={<OwnFormButton place="page" />}>
        Your form is where visitors confirm their deposits. It takes one click: you get a link to share, and
        can change its texts and address at any time.
      </EmptyState>
    );
  }
  return (
    <>
      <FormNote />
      <EmptyState title="No claims yet" actions={<OwnFormButton place="page" />}>
        Claims appear here as soon as someone fills in your form. Most people share the link in a story and
        pin it in the bio.
      </EmptyState>
    </>
  );
}
