import { FormLink } from "#app/components/layout/form-link.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

type NoSubmissionsProps = {
  /** Whether the list is empty because of what is asked for, and not because nothing has come in. */
  isFiltered: boolean;
  allHref: string;
  formUrl: string | null;
};

export function NoSubmissions({ isFiltered, allHref, formUrl }: NoSubmissionsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="Nothing matches"
        actions={<ButtonLink to={allHref}>Show all submissions</ButtonLink>}
      >
        No submission has all that you ask for. Take a filter away, or search for less.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No claims yet" actions={formUrl ? <FormLink url={formUrl} /> : null}>
      Claims appear here as soon as someone fills in your form. Most people share the link in a story and pin
      it in the bio.
    </EmptyState>
  );
}
