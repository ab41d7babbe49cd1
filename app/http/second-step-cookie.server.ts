import type { NewLink } from "#app/services/accounts/link-identity.server.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";

/** A sign-in that waits for its second step. */
export type PendingSecondStep = {
  token: string;
  /** When the first step was proven: a provider may have asked long ago. */
  provenAt: number;
  /** A provider's account that this sign-in links: not before the second step. */
  link: NewLink | null;
  begunAt: number;
};

/** Carries the second step's token from the sign-in page to the next: never in an address, gone after 10 minutes. */
export const secondStepCookie = sealedCookie<PendingSecondStep>("attesto_second_step", "/login");
