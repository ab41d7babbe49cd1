import { LRUCache } from "lru-cache";
import { Op } from "sequelize";
import { onChange } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { createLiveRows } from "#app/database/live-rows.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import type { LinkHostState } from "#app/lib/affiliate-systems.ts";
import { CLICK_DAYS } from "#app/lib/click-days.ts";
import { SECOND } from "#app/lib/dates.ts";
import { BrokerLink, LinkHost, Platform } from "#app/models/index.server.ts";
import { isKnownHost } from "#app/schemas/known-platforms.ts";
import { findDefaultForm } from "#app/services/opt-in-forms/default-form.server.ts";
import { toPublicKey } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import type { VisitedForm } from "#app/services/submissions/kept-visits.server.ts";
import { readCountries } from "./link-countries.ts";
import { splitTarget } from "./link-target.ts";

/** A link with all that a request of its address needs. Kept in memory. */
export type LiveLink = {
  id: string;
  workspaceId: string;
  brokerName: string;
  host: string;
  hostState: LinkHostState;
  /** The stored address, before and behind the click id. */
  target: { before: string; after: string };
  countries: ReturnType<typeof readCountries>;
  reason: string | null;
  /** Whose visits a click joins. */
  visited: VisitedForm;
};

export const LINK_CODE_LENGTH = 10;
const CODE = /^[a-z0-9]{10}$/;
const CACHED_MAX = 5_000;
const UNKNOWN_MAX = 5_000;

/** Codes that no link has, apart from links: whoever tries many pushes out only others of these. */
const unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX, ttl: 10 * SECOND });

onChange((topics) => {
  if (topics.includes("links")) unknown.clear();
});

const liveLinks = createLiveRows<LiveLink>({ topics: ["links", "forms"], max: CACHED_MAX, load });

/** Finds the link at `/go/{code}`. Returns null for an unknown or archived link. */
export async function findLiveLink(code: string): Promise<LiveLink | null> {
  if (!CODE.test(code) || unknown.has(code)) return null;
  const link = await liveLinks.find(code);
  if (link) return link;
  liveLinks.forget(code);
  unknown.set(code, true);
  return null;
}

/** Whether a host is allowed: as an administrator has said, otherwise as the known brokers' are. */
export const stateOfHost = (host: string, decided: LinkHost | null): LinkHostState =>
  decided && decided.state !== "asked" ? decided.state : isKnownHost(host) ? "allowed" : "asked";

async function load(code: string): Promise<LiveLink | null> {
  const where = { code, archivedAt: null, [Op.and]: hasActiveOwner("BrokerLink") };
  const link = await retryRead(() => BrokerLink.findOne({ where }));
  if (!link) return null;
  const { id, workspaceId, platformId, host, url, parameter, reason } = link;
  const [platform, decided, form] = await retryRead(() =>
    Promise.all([
      Platform.findOne({ where: { id: platformId, workspaceId, archivedAt: null }, attributes: ["name"] }),
      LinkHost.findOne({ where: { host } }),
      findDefaultForm(workspaceId, { attributes: ["clickDays"] }),
    ]),
  );
  if (!platform) return null;
  return {
    id,
    workspaceId,
    brokerName: platform.name,
    host,
    hostState: stateOfHost(host, decided),
    target: splitTarget(url, parameter),
    countries: readCountries(link),
    reason,
    visited: {
      visitKey: toPublicKey(workspaceId),
      clickDays: form?.clickDays ?? CLICK_DAYS,
      links: new Map(),
      hasBrokerLinks: true,
    },
  };
}
