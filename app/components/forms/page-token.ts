import { createContext, useContext } from "react";

const PageTokenContext = createContext<string | null>(null);

/** The token of the session and its workspace. */
export const PageTokenProvider = PageTokenContext.Provider;

/**
 * The value of `pageToken`, with which a form shows that it comes from one of our pages where the browser
 * sends no header that says so. Null for who is signed out.
 */
export const usePageToken = (): string | null => useContext(PageTokenContext);
