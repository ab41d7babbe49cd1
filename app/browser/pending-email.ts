import { forget, readKept, store } from "./storage.ts";

const KEY = "_att_pending_email";

/** Keeps the address that waits for its link, for the page that names it. */
export const keepPendingEmail = (email: string): void => store(KEY, email.trim());

export const readKeptPendingEmail = (): string | null => readKept(KEY);

/** Before a form is sent whose answer may name another one: what is kept is never older than its cookie. */
export const forgetPendingEmail = (): void => forget(KEY);
