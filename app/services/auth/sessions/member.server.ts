import type { SignedInAccount } from "./sessions.server.ts";

declare const isChecked: unique symbol;

/** A signed-in account that a guard, or the authorization of an API call, has let through. */
export type Member = SignedInAccount & { readonly [isChecked]: true };

/** Call this after the session, the roles and the limits were checked. */
export const asMember = (signedIn: SignedInAccount): Member => signedIn as Member;
