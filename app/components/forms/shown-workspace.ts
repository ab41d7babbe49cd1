import { createContext, useContext } from "react";

const ShownWorkspaceContext = createContext<string | null>(null);

/** The mark of the workspace that the page shows. */
export const ShownWorkspaceProvider = ShownWorkspaceContext.Provider;

/** What a form sends as `shownWorkspace`, so that it acts in no other one; null outside the dashboard. */
export const useShownWorkspace = (): string | null => useContext(ShownWorkspaceContext);
