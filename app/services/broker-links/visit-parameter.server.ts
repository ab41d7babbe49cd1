import { LINK_CLICK_ID_LENGTH } from "#app/lib/affiliate-systems.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";

/** What the address of a link says in place of a cookie: the visit of a chat. */
const NAME = "visit";
const PARAMETER = new RegExp(`[?&]${NAME}=([a-z0-9]{${LINK_CLICK_ID_LENGTH}})\\.([\\w-]{22})(?=&|$)`);

/** A part of a query that joins a click to the visit of a chat. */
export const createVisitParameter = (visitId: string): string =>
  `${NAME}=${visitId}.${sign("chat-visit", visitId)}`;

/** The visit that a query names with our signature. */
export function readVisitParameter(search: string): string | null {
  const [, visitId = "", signature = ""] = PARAMETER.exec(search) ?? [];
  return visitId !== "" && isSignature("chat-visit", visitId, signature) ? visitId : null;
}
