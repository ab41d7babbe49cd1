import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { claimsByLink, clicksByLink, depositsByLink } from "#app/database/queries/link-clicks.server.ts";
import type { LinkHostState } from "#app/lib/affiliate-systems.ts";
import { NotFound } from "#app/lib/errors.ts";
import { BrokerLink, LinkHost } from "#app/models/index.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { stateOfHost } from "./live-links.server.ts";

/** A link with what came by it. */
export type CountedBrokerLink = {
  link: BrokerLink;
  hostState: LinkHostState;
  counts: { clicks: number; claims: number; deposits: number };
};

type OfBroker = { workspaceId: string; platformId: string };

/** The links of a broker, the newest first, archived ones last. @throws {NotFound} another workspace's broker */
export async function listBrokerLinks(broker: OfBroker): Promise<CountedBrokerLink[]> {
  await getPlatform(broker);
  const links = await retryRead(() =>
    BrokerLink.findAll({
      where: broker,
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
    }),
  );
  const counted = await countBrokerLinks(broker, links);
  return counted.sort((a, b) => Number(a.link.archivedAt !== null) - Number(b.link.archivedAt !== null));
}

/** @throws {NotFound} */
export async function getBrokerLink(broker: OfBroker, linkId: string): Promise<CountedBrokerLink> {
  const links = await retryRead(() => BrokerLink.findAll({ where: { ...broker, id: linkId } }));
  const [counted] = await countBrokerLinks(broker, links);
  if (!counted) throw new NotFound("Link");
  return counted;
}

async function countBrokerLinks(broker: OfBroker, links: BrokerLink[]): Promise<CountedBrokerLink[]> {
  if (links.length === 0) return [];
  const hosts = [...new Set(links.map(({ host }) => host))];
  const [clicks, claims, deposits, decided] = await retryRead(() =>
    Promise.all([
      clicksByLink(links.map(({ id }) => id)),
      claimsByLink(broker),
      depositsByLink(broker.workspaceId),
      LinkHost.findAll({ where: { host: { [Op.in]: hosts } } }),
    ]),
  );
  const byHost = new Map(decided.map((row) => [row.host, row]));
  return links.map((link) => ({
    link,
    hostState: stateOfHost(link.host, byHost.get(link.host) ?? null),
    counts: {
      clicks: clicks.get(link.id) ?? 0,
      claims: claims.get(link.id) ?? 0,
      deposits: deposits.get(link.id) ?? 0,
    },
  }));
}
