import { formatNumber } from "#app/lib/regional-formats.ts";
import { ButtonLink } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

type PastLastPageProps = { page: number; pages: number; toLastPage: string };

/** In place of the rows, for a page after the last one. */
export function PastLastPage({ page, pages, toLastPage }: PastLastPageProps) {
  return (
    <EmptyState
      title={pages === 1 ? "There is 1 page" : `There are ${formatNumber(pages)} pages`}
      actions={<ButtonLink to={toLastPage}>Go to the last page</ButtonLink>}
    >
      Page {formatNumber(page)} is past the last one.
    </EmptyState>
  );
}
