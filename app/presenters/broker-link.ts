import type { LinkHostState } from "#app/lib/affiliate-systems.ts";
import { pick } from "#app/lib/objects.ts";
import type { BrokerLink } from "#app/models/broker-link.server.ts";
import type { BrokerLinkResponse } from "#app/schemas/broker-links.ts";

type PresentedBrokerLink = {
  link: BrokerLink;
  hostState: LinkHostState;
  counts: { clicks: number; claims: number; deposits: number };
};

/** A broker's link for its owner. @param toAddress what people are given */
export const presentBrokerLink = (
  { link, hostState, counts }: PresentedBrokerLink,
  toAddress: (link: BrokerLink) => string,
): BrokerLinkResponse => {
  const codes = JSON.parse(link.countries ?? "[]") as string[];
  return {
    ...pick(link, ["id", "platformId", "name", "url", "parameter"]),
    countries:
      link.countryRule === null ? null : link.countryRule === "only" ? { only: codes } : { except: codes },
    reason: link.reason,
    address: toAddress(link),
    host: { name: link.host, state: hostState },
    ...counts,
    isArchived: link.archivedAt !== null,
    createdAt: link.createdAt.toISOString(),
  };
};
