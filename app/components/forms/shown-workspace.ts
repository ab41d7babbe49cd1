import { createContext, useContext } from "react";

const ShownWorkspaceContext = createContext<string | null>(null);

/** The mark of the workspace that the page shows. */
export const ShownWorkspaceProvider = ShownWorkspaceContext.Provider;

/** The value of `shownWorkspace`, with which a form acts in no other workspace. Null outside the dashboard. */
export const useShownWorkspace = (): string | null => useContext(ShownWorkspaceContext);
