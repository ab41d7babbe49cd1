import { forget, readKept, store } from "./storage.ts";

const KEY = "_att_pending_email";

/** Keeps the address that waits for its link, for the page that names it. */
export const keepPendingEmail = (email: string): void => store(KEY, email.trim());

export const readKeptPendingEmail = (): string | null => readKept(KEY);

export const forgetPendingEmail = (): void => forget(KEY);
