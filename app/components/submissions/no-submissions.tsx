import { OwnForm, useHasForm } from "#app/components/layout/own-form.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

type NoSubmissionsProps = {
  /** Whether filters made the list empty. */
  isFiltered: boolean;
  allHref: string;
};

export function NoSubmissions({ isFiltered, allHref }: NoSubmissionsProps) {
  const hasForm = useHasForm();
  if (isFiltered) {
    return (
      <EmptyState title="Nothing matches" actions={<ButtonLink to={allHref}>Show all claims</ButtonLink>}>
        No claims match. Remove a filter or shorten your search.
      </EmptyState>
    );
  }
  if (!hasForm) {
    return (
      <EmptyState title="No form yet" actions={<OwnForm place="page" />}>
        Your form is where visitors confirm their deposits. It takes one click: you get a link to share, and
        can change its texts and address at any time.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No claims yet" actions={<OwnForm place="page" />}>
      Claims appear here as soon as someone fills in your form. Most people share the link in a story and pin
      it in the bio.
    </EmptyState>
  );
}
