import { Alert } from "#app/components/ui/alert.tsx";

/** Names the filters of the address that could not be read. */
export function IgnoredFilters({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null;
  return <Alert>These parts of the link were not valid and are ignored: {labels.join(", ")}.</Alert>;
}
