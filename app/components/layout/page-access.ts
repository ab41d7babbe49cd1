import { createContext, useContext } from "react";
import type { PageAccess } from "./sections.ts";

/** Without a member, as on a page that could not be loaded: what every role may open. */
const everyones: PageAccess = {
  mayRead: ["submissions:read", "statements:read"],
  hasSubscription: true,
  hasDoors: false,
};

const PageAccessContext = createContext(everyones);

/** What the member may open, for the sidebar and the tabs of each page. */
export const PageAccessProvider = PageAccessContext.Provider;

export const usePageAccess = (): PageAccess => useContext(PageAccessContext);
