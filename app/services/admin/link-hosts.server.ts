import { fn, Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { LINK_HOST_STATES, type LinkHostState } from "#app/lib/affiliate-systems.ts";
import { BrokerLink, LinkHost } from "#app/models/index.server.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { stateOfHost } from "#app/services/broker-links/live-links.server.ts";
import { lockAdministrator } from "./may-manage.server.ts";

/** A host with how many links lead there. */
export type CountedHost = { host: string; state: LinkHostState; links: number };

/** All hosts that links lead to or that an administrator has decided on; those to decide first. */
export async function listLinkHosts(): Promise<CountedHost[]> {
  const [counts, decided] = await retryRead(() => Promise.all([countLinks(), LinkHost.findAll()]));
  const byHost = new Map(decided.map((row) => [row.host, row]));
  const hosts = new Set([...counts.keys(), ...byHost.keys()]);
  const place = ({ state }: CountedHost) => LINK_HOST_STATES.indexOf(state);
  return [...hosts]
    .map((host) => ({
      host,
      state: stateOfHost(host, byHost.get(host) ?? null),
      links: counts.get(host) ?? 0,
    }))
    .sort((a, b) => place(a) - place(b) || b.links - a.links || (a.host < b.host ? -1 : 1));
}

async function countLinks(host?: string): Promise<Map<string, number>> {
  const rows = (await BrokerLink.findAll({
    where: { archivedAt: null, ...(host === undefined ? {} : { host: { [Op.eq]: host } }) },
    attributes: ["host", [fn("COUNT", "*"), "links"]],
    group: ["host"],
    raw: true,
  })) as unknown as { host: string; links: number }[];
  return new Map(rows.map(({ host, links }) => [host, Number(links)]));
}

/** Allows a host for the whole installation, stops it, or has people asked again. */
export async function changeLinkHost({
  actor,
  host,
  state,
}: {
  actor: Actor;
  host: string;
  state: LinkHostState;
}): Promise<CountedHost> {
  const decided = await inTransaction(async (transaction) => {
    await lockAdministrator(actor, transaction);
    const before = await LinkHost.findOne({ where: { host }, transaction });
    const [row] = await LinkHost.upsert({ host, state, updatedAt: new Date() }, { transaction });
    if (before?.state !== state)
      await recordAudit({ actor, action: "linkHost.changed", detail: `${host}: ${state}` }, transaction);
    return row;
  });
  const links = (await retryRead(() => countLinks(host))).get(host) ?? 0;
  return { host, state: stateOfHost(host, decided), links };
}
