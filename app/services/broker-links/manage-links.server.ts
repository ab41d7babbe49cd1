import type { Transaction } from "sequelize";
import { config } from "#app/env.server.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "#app/lib/errors.ts";
import { newCode } from "#app/lib/random.server.ts";
import { BrokerLink, type Platform, User } from "#app/models/index.server.ts";
import type { BrokerLinkChange, BrokerLinkInput } from "#app/schemas/broker-links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { BROKER_LINKS_MAX } from "#app/schemas/shared/limits.ts";
import { notifyMembers } from "#app/services/notifications/notify.server.ts";
import { findBroker } from "#app/services/platforms/find-broker.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { LINK_CODE_LENGTH } from "./live-links.server.ts";

type OfBroker = { access: Access; platformId: string };

/**
 * Creates a link to a broker.
 * @throws {NotFound} no such broker · {Invalid} an address of this site; countries without a sentence
 * @throws {Conflict} `too_many_links`
 */
export function createBrokerLink({
  access,
  platformId,
  input: { name, url, parameter, countries, reason },
}: OfBroker & { input: BrokerLinkInput }): Promise<BrokerLink> {
  return changeWorkspace(access, "brokers:write", async ({ id: workspaceId }, transaction) => {
    await findBroker({ workspaceId, platformId }, transaction);
    await assertRoom({ workspaceId, platformId }, transaction);
    const place = toCountryColumns(countries);
    assertExplained(place.countryRule, reason);
    return BrokerLink.create(
      {
        workspaceId,
        platformId,
        code: newCode(LINK_CODE_LENGTH),
        name,
        url,
        host: toHost(url),
        parameter,
        ...place,
        reason,
        createdAt: new Date(),
      },
      { transaction },
    );
  });
}

/**
 * Changes a link, archives or restores it. The owners are told of another address.
 * @param isProven whether whoever changes it has signed in just now
 * @throws {NotFound} · {Invalid} · {Conflict} `too_many_links` · {Forbidden} `reauthentication_required`
 */
export function updateBrokerLink({
  access,
  platformId,
  linkId,
  input: { countries, isArchived, ...input },
  isProven,
}: OfBroker & { linkId: string; input: BrokerLinkChange; isProven: boolean }): Promise<BrokerLink> {
  return changeWorkspace(access, "brokers:write", async ({ id: workspaceId }, transaction) => {
    const broker = await findBroker({ workspaceId, platformId }, transaction);
    const where = { id: linkId, workspaceId, platformId };
    const link = await BrokerLink.findOne({ where, transaction });
    if (!link) throw new NotFound("Link");
    const isElsewhere = input.url !== undefined && input.url !== link.url;
    if (isElsewhere && !isProven) throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
    if (isArchived === false && link.archivedAt) await assertRoom({ workspaceId, platformId }, transaction);
    const place = countries === undefined ? {} : toCountryColumns(countries);
    const archivedAt = isArchived ? (link.archivedAt ?? new Date()) : null;
    await link.update(
      {
        ...input,
        ...(input.url === undefined ? {} : { host: toHost(input.url) }),
        ...place,
        ...(isArchived === undefined ? {} : { archivedAt }),
      },
      { transaction },
    );
    assertExplained(link.countryRule, link.reason);
    if (isElsewhere) await tellOwners(link, broker, access, transaction);
    return link;
  });
}

async function assertRoom(
  broker: { workspaceId: string; platformId: string },
  transaction: Transaction,
): Promise<void> {
  const where = { ...broker, archivedAt: null };
  if ((await BrokerLink.count({ where, transaction })) >= BROKER_LINKS_MAX)
    throw new Conflict("too_many_links", messages.brokerLinks.tooMany);
}

const ownHost = new URL(config.publicUrl).hostname;

/** Without the dot that a host may end with: it is the same host. @throws {Invalid} for this site's own */
function toHost(url: string): string {
  const hostname = new URL(url).hostname.replace(/\.$/, "");
  if (hostname === ownHost) throw new Invalid([{ field: "url", message: messages.brokerLinks.urlOwn }]);
  return hostname;
}

const toCountryColumns = (countries: BrokerLinkInput["countries"]) => {
  if (countries === null) return { countryRule: null, countries: null };
  return "only" in countries
    ? { countryRule: "only" as const, countries: JSON.stringify(countries.only) }
    : { countryRule: "except" as const, countries: JSON.stringify(countries.except) };
};

/** @throws {Invalid} where people would read nothing */
function assertExplained(countryRule: string | null, reason: string | null): void {
  if (countryRule !== null && reason === null)
    throw new Invalid([{ field: "reason", message: messages.brokerLinks.reasonMissing }]);
}

async function tellOwners(
  { id, workspaceId, platformId, name: linkName, host }: BrokerLink,
  { name: platformName }: Platform,
  { userId }: Access,
  transaction: Transaction,
): Promise<void> {
  const by = userId === null ? null : await User.findByPk(userId, { attributes: ["name"], transaction });
  const at = new Date();
  const facts = { linkName, platformId, platformName, host, by: by?.name ?? null, at: at.toISOString() };
  await notifyMembers(
    {
      workspaceId,
      type: "brokerLinkChanged",
      payload: { platformId, linkName, host },
      groupKey: `brokerLinkChanged:${id}:${at.getTime()}`,
      emailFor: ({ name }) => ({ kind: "broker-link-changed", props: { name, ...facts } }),
    },
    transaction,
  );
}
