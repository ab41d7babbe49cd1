import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { BrokerLink } from "#app/models/index.server.ts";
import { brokerLinkAddress } from "#app/services/broker-links/link-address.server.ts";
import { createVisitParameter } from "#app/services/broker-links/visit-parameter.server.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

/** The first link of each broker of a form. A click on it is the visit's. */
export async function listChatLinks(
  { workspaceId, platforms, hasBrokerLinks }: LiveForm,
  visitId: string,
): Promise<{ name: string; address: string }[]> {
  if (!hasBrokerLinks) return [];
  const where = { workspaceId, platformId: [...platforms.keys()], archivedAt: null };
  const links = await retryRead(() =>
    findRows(BrokerLink, { where, attributes: ["platformId", "code"], order: [["createdAt", "ASC"]] }),
  );
  return [...platforms].flatMap(([id, { name }]) => {
    const link = links.find(({ platformId }) => platformId === id);
    return link ? [{ name, address: `${brokerLinkAddress(link)}?${createVisitParameter(visitId)}` }] : [];
  });
}
