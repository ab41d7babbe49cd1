import { fn, Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { countAttemptsByHour } from "#app/database/queries/attempt-hours.server.ts";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { DELIVERY_STATES_UNDER_WAY } from "#app/lib/event-state.ts";
import { type Connection, Delivery, DeliveryAttempt } from "#app/models/index.server.ts";
import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";
import {
  findTestMode,
  getTestModeKind,
  readSettings,
  type TestMode,
} from "#app/services/ad-platforms/connection-settings.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { listConnections } from "./connections.server.ts";

const HOURS = 24;
/** Older faults are not shown. */
const FAULT_AGE_MS = 7 * DAY;

/** One hour of the last day: what was accepted, what is tried again, what was refused. */
type Hour = { from: Date; accepted: number; retried: number; refused: number };

export type Integration = {
  platform: AdPlatform;
  /** In the shape of the platform's `settingsSchema`. */
  settings: unknown;
  description: ReturnType<AdPlatform["describe"]>;
  isBeta: boolean;
  testModeKind: ReturnType<typeof getTestModeKind>;
  connection: Connection | null;
  testMode: TestMode | null;
  /** The newest attempt that failed. */
  lastFault: Pick<DeliveryAttempt, "at" | "outcome" | "message" | "remedy" | "platformCode"> | null;
  hours: Hour[];
  /** How many events wait, and how many of them for a new connection. */
  open: number;
  parked: number;
  /** The first send deadline of a parked event. */
  parkedUntil: Date | null;
};

/** All ad platforms with their connections and states. */
export async function listIntegrations(workspaceId: string, now = new Date()): Promise<Integration[]> {
  const first = new Date(Math.floor(now.getTime() / HOUR) * HOUR - (HOURS - 1) * HOUR);
  const [connections, counts, waiting] = await retryRead(() =>
    Promise.all([
      listConnections(workspaceId),
      countAttemptsByHour(workspaceId, first),
      countWaiting(workspaceId),
    ]),
  );
  return Promise.all(
    adPlatforms.all().map(async (platform) => {
      const adPlatform = platform.id;
      const connection = connections.find((one) => one.adPlatform === adPlatform) ?? null;
      const settings = connection ? readSettings(connection, now) : platform.settingsSchema.parse({});
      const ours = waiting.filter((one) => one.adPlatform === adPlatform);
      const total = (rows: typeof ours) => rows.reduce((sum, { count }) => sum + Number(count), 0);
      const parked = total(ours.filter(({ state }) => state === "parked"));
      return {
        platform,
        settings,
        description: platform.describe(settings),
        isBeta: platform !== adPlatforms.primary,
        testModeKind: getTestModeKind(platform),
        connection,
        testMode: connection && findTestMode(connection, now),
        lastFault: connection && (await findLastFault({ workspaceId, adPlatform, now })),
        hours: toHours(
          first,
          counts.filter((one) => one.adPlatform === adPlatform),
        ),
        open: total(ours),
        parked,
        parkedUntil: parked === 0 ? null : await findParkedUntil(workspaceId, adPlatform),
      };
    }),
  );
}

async function countWaiting(workspaceId: string) {
  const rows = await Delivery.findAll({
    attributes: ["adPlatform", "state", [fn("COUNT", "*"), "count"]],
    where: { workspaceId, state: { [Op.in]: DELIVERY_STATES_UNDER_WAY } },
    group: ["adPlatform", "state"],
    raw: true,
  });
  return rows as unknown as { adPlatform: string; state: string; count: number }[];
}

async function findParkedUntil(workspaceId: string, adPlatform: string): Promise<Date | null> {
  const first = await Delivery.findOne({
    attributes: ["sendBefore"],
    where: { workspaceId, adPlatform, state: "parked" },
    order: [["sendBefore", "ASC"]],
  });
  return first?.sendBefore ?? null;
}

function findLastFault({
  workspaceId,
  adPlatform,
  now,
}: {
  workspaceId: string;
  adPlatform: string;
  now: Date;
}) {
  return DeliveryAttempt.findOne({
    attributes: ["at", "outcome", "message", "remedy", "platformCode"],
    where: {
      workspaceId,
      adPlatform,
      outcome: { [Op.in]: ["transient", "ambiguous", "parked", "permanent"] },
      at: { [Op.gte]: new Date(now.getTime() - FAULT_AGE_MS) },
    },
    order: [["at", "DESC"]],
  });
}

function toHours(first: Date, counts: Awaited<ReturnType<typeof countAttemptsByHour>>): Hour[] {
  return Array.from({ length: HOURS }, (_, index) => {
    const from = new Date(first.getTime() + index * HOUR);
    const hour = from.toISOString().slice(0, 13).replace("T", " ");
    const sum = (...outcomes: string[]) =>
      counts
        .filter((one) => one.hour === hour && outcomes.includes(one.outcome))
        .reduce((total, { count }) => total + count, 0);
    return {
      from,
      accepted: sum("accepted"),
      retried: sum("transient", "ambiguous"),
      refused: sum("parked", "permanent"),
    };
  });
}
