import { Alert } from "#app/components/ui/alert.tsx";

/** Says that the claims or the money of some days are not added up yet. */
export const DaysAreBehind = () => (
  <Alert role="status">Some days are still being added up. Reload the page in a minute.</Alert>
);
