import { readStored, removeStored, store } from "#app/browser/shared/storage.ts";

const KEY = "_att_pending_email";

/** Keeps the address that waits for its link, for the page that names it. */
export const storePendingEmail = (email: string): void => store(KEY, email.trim());

export const readPendingEmail = (): string | null => readStored(KEY);

/** Before a form is sent whose answer may name another one: what is kept is never older than its cookie. */
export const removePendingEmail = (): void => removeStored(KEY);
