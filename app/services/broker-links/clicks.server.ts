import { ForeignKeyConstraintError, type Transaction } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { escapeValue, onConflictIgnore } from "#app/database/dialect.server.ts";
import { LINK_CLICK_ID_LENGTH } from "#app/lib/affiliate-systems.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { newCode } from "#app/lib/random.server.ts";
import { addressKey, countInWindow } from "#app/lib/rate-limiter.server.ts";
import { normalizeCampaign } from "#app/lib/sources.ts";
import { BrokerLink, LinkClick } from "#app/models/index.server.ts";
import { isClick, type KeptVisit, readParameters } from "#app/services/submissions/kept-visits.server.ts";
import type { LiveLink } from "./live-links.server.ts";

/** Of one address on one link. All are led on; more than a person makes are not stored. */
const STORED_A_MINUTE = 60;
/** What waits while the database is away. */
const WAITING_MAX = 100_000;
const BATCH = 500;
const COLUMNS = ["id", "workspaceId", "linkId", "visitId", "campaign", "arrival", "createdAt"] as const;

type NewClick = Pick<LinkClick, (typeof COLUMNS)[number]>;

let waiting: NewClick[] = [];
let flushing: Promise<void> = Promise.resolve();
/** Clicks whose address is still counted. */
const counting = new Set<Promise<void>>();

/** What led to a click: the newest of these is its own if its address or referrer says anything. */
type Joined = { visitId: string | null; clicks: KeptVisit[] };

/** Takes a click, which is written with others within a second. @returns its id */
export function addClick(
  { id: linkId, workspaceId }: LiveLink,
  { visitId, clicks }: Joined,
  clientAddress: string,
  createdAt = new Date(),
): string {
  const id = newCode(LINK_CLICK_ID_LENGTH);
  const [led] = clicks;
  const { utmCampaign } = led ? readParameters(led) : {};
  const click = {
    id,
    workspaceId,
    linkId,
    visitId,
    campaign: normalizeCampaign(utmCampaign ?? ""),
    arrival: led && isClick(led) ? JSON.stringify(toArrival(led)) : null,
    createdAt,
  };
  const key = `${linkId} ${addressKey(clientAddress)}`;
  const counted = countInWindow({ name: "link-clicks", seconds: MINUTE / SECOND, key })
    .catch(() => 0)
    .then((count) => {
      if (count > STORED_A_MINUTE) return;
      if (waiting.length < WAITING_MAX) waiting.push(click);
      else log.warn({ linkId }, "too many clicks wait: one is not stored");
    })
    .finally(() => counting.delete(counted));
  counting.add(counted);
  return id;
}

const toArrival = (led: KeptVisit) => ({
  at: new Date(led.at).toISOString(),
  ...(led.referrer === undefined ? {} : { referrer: led.referrer }),
  parameters: readParameters(led),
});

/** Writes the clicks that wait. What the database does not take now is tried again. */
export function flushClicks(): Promise<void> {
  flushing = flushing.then(writeWaiting);
  return flushing;
}

/** Writes all clicks, before the process ends. */
export async function drainClicks(): Promise<void> {
  await Promise.all(counting);
  await flushClicks();
}

async function writeWaiting(): Promise<void> {
  while (waiting.length > 0) {
    const clicks = waiting.splice(0, BATCH);
    try {
      await inTransaction((transaction) => insertClicks(clicks, transaction)).catch((error: unknown) => {
        if (!(error instanceof ForeignKeyConstraintError)) throw error;
        return inTransaction((transaction) => insertOfLinks(clicks, transaction));
      });
    } catch (error) {
      log.warn({ err: error, waiting: clicks.length }, "clicks could not be written and wait");
      waiting = [...clicks, ...waiting];
      return;
    }
  }
}

/** An attempt whose connection was lost may have written them. */
async function insertClicks(clicks: NewClick[], transaction: Transaction): Promise<void> {
  if (clicks.length === 0) return;
  const values = clicks.map((click) => `(${COLUMNS.map((name) => escapeValue(click[name])).join(",")})`);
  await sequelize.query(
    `INSERT INTO ${LinkClick.tableName} (${COLUMNS.map((name) => `\`${name}\``).join(",")}) VALUES ${values.join(",")} ${onConflictIgnore}`,
    { transaction, raw: true },
  );
}

/** Without those of links that are gone. */
async function insertOfLinks(clicks: NewClick[], transaction: Transaction): Promise<void> {
  const id = [...new Set(clicks.map(({ linkId }) => linkId))];
  const links = await BrokerLink.findAll({ where: { id }, attributes: ["id"], raw: true, transaction });
  const known = new Set(links.map((link) => link.id));
  await insertClicks(
    clicks.filter(({ linkId }) => known.has(linkId)),
    transaction,
  );
}
