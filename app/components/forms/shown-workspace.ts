import { createContext, useContext } from "react";

const ShownWorkspaceContext = createContext<string | null>(null);

/** The workspace that the page shows, by its id. */
export const ShownWorkspaceProvider = ShownWorkspaceContext.Provider;

/** What a form sends as `shownWorkspaceId`, so that it acts in no other one; null outside the dashboard. */
export const useShownWorkspace = (): string | null => useContext(ShownWorkspaceContext);
