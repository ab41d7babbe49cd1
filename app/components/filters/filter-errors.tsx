import { Alert } from "#app/components/ui/alert.tsx";
import type { FieldError } from "#app/lib/errors.ts";

const LABELS: Record<string, string> = {
  platform: "Ad platform",
  outcome: "Result",
  state: "State",
  from: "From",
  to: "To",
  search: "Search",
  page: "Page",
};

/** The invalid parameters of the URL, which are ignored. */
export function FilterErrors({ errors }: { errors: FieldError[] }) {
  return errors.map(({ field, message }) => (
    <Alert key={field} tone="alarm" role="alert">
      <b>Check {LABELS[field] ? `“${LABELS[field]}”` : "the address"}.</b> {message}.
    </Alert>
  ));
}
