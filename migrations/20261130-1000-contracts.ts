import { randomUUID } from "node:crypto";
import { QueryTypes } from "sequelize";
import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

const BATCH = 500;
const FROM_THE_BEGINNING = "1970-01-01";

type Broker = { id: string; workspaceId: string; timeZone: string; currency: string; at: string };
type Tier = {
  id: string;
  platformId: string;
  position: number;
  name: string;
  minAmount: string;
  maxAmount: string | null;
  type: string;
  value: string;
  currency: string;
};

const KINDS = { percentage: "percent_of_deposits", fixed: "per_deposit" } as const;

/** Of its own, because the code may change. */
function toParts(tiers: Tier[]) {
  const types = [...new Set(tiers.map(({ type }) => type))] as (keyof typeof KINDS)[];
  return types.map((type) => ({
    kind: KINDS[type],
    steps: tiers
      .filter((tier) => tier.type === type)
      .map(({ id, name, position, minAmount, maxAmount, value }) => ({
        id,
        name,
        position,
        from: minAmount,
        to: maxAmount,
        countries: null,
        value,
      })),
    qualification: null,
    carriesLosses: false,
    clawBackDays: null,
  }));
}

/**
 * Contracts with brokers. Each broker's tiers become one that holds from the beginning; without tiers it is
 * not known.
 */
export default {
  name: "20261130-1000-contracts",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "brokerContracts",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        platformId: `${type.id} NOT NULL`,
        startsOn: `${type.day} NOT NULL`,
        endsOn: `${type.day} NULL`,
        timeZone: `${type.ascii(64)} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        parts: `${type.longText} NOT NULL`,
        isKnown: `${type.boolean} NOT NULL`,
        paidOnDay: `${type.integer} NULL`,
        createdAt: `${type.time} NOT NULL`,
        updatedAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "brokerContracts_start", columns: ["platformId", "startsOn"], isUnique: true },
        { name: "brokerContracts_workspace", columns: ["workspaceId", "platformId"] },
      ],
      references: [
        { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
        { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      ],
    });
    const { sequelize } = queryInterface;
    for (;;) {
      const brokers = await sequelize.query<Broker>(
        `SELECT p.id, p.workspaceId, w.timeZone, w.currency, CAST(p.updatedAt AS CHAR) AS at FROM platforms p
         JOIN workspaces w ON w.id = p.workspaceId
         WHERE NOT EXISTS (SELECT 1 FROM brokerContracts c WHERE c.platformId = p.id) LIMIT ${BATCH}`,
        { type: QueryTypes.SELECT },
      );
      if (brokers.length === 0) return;
      await sequelize.transaction(async (transaction) => {
        const tiers = await sequelize.query<Tier>(
          `SELECT id, platformId, position, name, CAST(minAmount AS CHAR) AS minAmount,
             CAST(maxAmount AS CHAR) AS maxAmount, type, CAST(value AS CHAR) AS value, currency
           FROM commissionTiers WHERE platformId IN (:ids) ORDER BY platformId, position`,
          { type: QueryTypes.SELECT, replacements: { ids: brokers.map(({ id }) => id) }, transaction },
        );
        for (const { id: platformId, workspaceId, timeZone, currency, at } of brokers) {
          const own = tiers.filter((tier) => tier.platformId === platformId);
          const values = {
            id: randomUUID(),
            workspaceId,
            platformId,
            startsOn: FROM_THE_BEGINNING,
            endsOn: null,
            timeZone,
            currency: own[0]?.currency ?? currency,
            parts: JSON.stringify(toParts(own)),
            isKnown: own.length > 0,
            paidOnDay: null,
            createdAt: at,
            updatedAt: at,
          };
          const names = Object.keys(values);
          await sequelize.query(
            `INSERT INTO brokerContracts (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
            { replacements: Object.values(values), transaction },
          );
        }
      });
    }
  },
  async down(queryInterface) {
    await dropTable(queryInterface, "brokerContracts");
  },
} satisfies Migration;
