import { readStored, removeStored, store } from "#app/browser/shared/storage.ts";

const KEY = "_att_pending_email";

/** Stores the address to verify, for the page that shows it. */
export const storePendingEmail = (email: string): void => store(KEY, email.trim());

export const readPendingEmail = (): string | null => readStored(KEY);

/** Called before a form that may change the address: the stored one must not be older than the cookie. */
export const removePendingEmail = (): void => removeStored(KEY);
