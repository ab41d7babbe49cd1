import { useIntegration } from "./integration-context.tsx";

/** How many connections are refused: those of the page's data, and the integration as it is known by now. */
export function useRefusedCount(others: number): number {
  const { integration } = useIntegration();
  return others + (integration?.status === "invalid" ? 1 : 0);
}
