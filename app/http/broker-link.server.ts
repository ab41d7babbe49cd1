import { joinVisit } from "#app/http/cookies/visit.server.ts";
import { addClick } from "#app/services/broker-links/clicks.server.ts";
import { isServed } from "#app/services/broker-links/link-countries.ts";
import { findLiveLink, type LiveLink } from "#app/services/broker-links/live-links.server.ts";
import { readVisitParameter } from "#app/services/broker-links/visit-parameter.server.ts";
import { findVisitOfChat } from "#app/services/telegram/starts/visit-of-chat.server.ts";
import { readVisitorCountry } from "./visitor-country.server.ts";

type GoRequest = {
  code: string;
  method: string;
  /** The query as it was sent, with its `?`, or empty. */
  search: string;
  header: (name: string) => string | null | undefined;
  clientAddress: string;
  isFromTrustedProxy: boolean;
};

/** Where a link leads, or what is shown in place of it. */
export type GoAnswer =
  | { kind: "led"; status: 302 | 303; location: string; cookies: string[] }
  | { kind: "gone" }
  | { kind: "elsewhere" | "asked"; link: LiveLink };

/** A longer query says nothing of use. */
const SEARCH_MAX = 8 * 1024;

/** Follows a broker link: to its stored address with a new click id, whatever the query says. */
export async function followLink(request: GoRequest): Promise<GoAnswer> {
  const { code, method, header, clientAddress, isFromTrustedProxy } = request;
  const link = await findLiveLink(code);
  if (!link || link.hostState === "stopped") return { kind: "gone" };
  if (!isServed(link.countries, isFromTrustedProxy ? readVisitorCountry(header) : null))
    return { kind: "elsewhere", link };
  if (link.hostState === "asked" && method !== "POST") return { kind: "asked", link };
  const search = request.search.length > SEARCH_MAX ? "" : request.search;
  const { before, after } = link.target;
  const status = method === "POST" ? 303 : 302;
  // Programs ask for the head of a link to preview it: no click, and the stored address as it is.
  if (method === "HEAD") return { kind: "led", status, location: `${before}${after}`, cookies: [] };
  const joined = joinVisit(link.visited, { search, header });
  const ofChat = readVisitParameter(search);
  if (ofChat !== null) Object.assign(joined, await findVisitOfChat(link.workspaceId, ofChat));
  const clickId = addClick(link, joined, clientAddress);
  return { kind: "led", status, location: `${before}${clickId}${after}`, cookies: joined.cookies };
}
