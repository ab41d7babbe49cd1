import { useNavigation } from "@remix-run/react";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { paths } from "#app/paths.ts";
import type { IntegrationResponse } from "#app/schemas/connections.ts";

/** Fired on the window when the integration may have changed. */
const INTEGRATION_UPDATED = "integration-updated";

type IntegrationContext = {
  integration: IntegrationResponse | null;
  isLoading: boolean;
  /** Whether the last call failed: until one succeeds, pages show none. */
  hasFailed: boolean;
};

const Context = createContext<IntegrationContext>({ integration: null, isLoading: false, hasFailed: false });

/** The account's integration; null if nothing is connected or its call failed. */
export const useIntegration = (): IntegrationContext => useContext(Context);

type Fetched = { integration: IntegrationResponse | null };

/** Null for any failure: nothing is said. A refusal is logged, and as any status below 500 not retried. */
async function fetchIntegration(signal: AbortSignal): Promise<Fetched | null> {
  const response = await fetch("/api/user/integrations", { signal }).catch(() => null);
  if (response?.status === 403) console.warn("The integration cannot be read: the server refuses it (403).");
  return response?.ok ? ((await response.json()) as Fetched) : null;
}

type IntegrationProviderProps = {
  /** The integration when the page was rendered. */
  initial: IntegrationResponse | null;
  /** False hides the integration from roles that may not read it. */
  mayRead: boolean;
  children: React.ReactNode;
};

/**
 * Reads the integration when somebody signs in, and again at each event `integration-updated`. The first page
 * brings it. Mount it with a key of account and workspace.
 */
export function IntegrationProvider({ initial, mayRead, children }: IntegrationProviderProps) {
  const [integration, setIntegration] = useState(initial);
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isHydrated = useHydrated();
  const [isFirstPage] = useState(!isHydrated);
  const running = useRef<AbortController>();

  const refetch = useCallback(async () => {
    running.current?.abort();
    const current = new AbortController();
    running.current = current;
    setLoading(true);
    const fetched = await fetchIntegration(current.signal).catch(() => null);
    if (current.signal.aborted) return;
    setIntegration(fetched?.integration ?? null);
    setFailed(fetched === null);
    setLoading(false);
  }, []);

  useEffect(() => {
    if (!mayRead) return;
    if (!isFirstPage) refetch();
    window.addEventListener(INTEGRATION_UPDATED, refetch);
    return () => {
      running.current?.abort();
      window.removeEventListener(INTEGRATION_UPDATED, refetch);
    };
  }, [mayRead, isFirstPage, refetch]);

  useAnnouncement();

  const value = useMemo(() => ({ integration, isLoading, hasFailed }), [integration, isLoading, hasFailed]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** A form of the integrations pages may have changed it. */
function useAnnouncement(): void {
  const { state, formAction } = useNavigation();
  const isChanging = useRef(false);
  useEffect(() => {
    if (formAction?.startsWith(paths.integrations())) isChanging.current = true;
    if (state !== "idle" || !isChanging.current) return;
    isChanging.current = false;
    window.dispatchEvent(new Event(INTEGRATION_UPDATED));
  }, [state, formAction]);
}
