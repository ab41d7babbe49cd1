import type { Migration } from "./table.ts";

const TABLES = [
  {
    name: "claimMoney",
    keys: ["workspaceId", "basis", "kind", "value"],
    sums: [
      "claims",
      "decided",
      "verified",
      "confirmed",
      "waiting",
      "accepted",
      "unconverted",
      "acceptedByMeta",
      "acceptedByTiktok",
      "acceptedBySnapchat",
      "acceptedByGoogle",
      "unknownValue",
      "unknownWaitingValue",
      "unknownCommission",
      "amount",
      "waitingAmount",
      "commission",
    ],
    claimDay: ["claimDay"],
  },
  {
    name: "spendMoney",
    keys: ["workspaceId", "kind", "value"],
    sums: ["spend", "impressions", "clicks", "conversions", "unconverted"],
    claimDay: [],
  },
];

/** Adds up the money of tens of days, as months have theirs. */
export default {
  name: "20261127-1200-tens-of-days",
  async up(queryInterface) {
    for (const { name, keys, sums, claimDay } of TABLES)
      await queryInterface.sequelize.query(
        `INSERT INTO ${name} (${[...keys, "period", ...claimDay, ...sums].join(", ")})
         SELECT ${[...keys, "SUBSTR(period, 1, 9)", ...claimDay.map(() => "''"), ...sums.map((one) => `ROUND(SUM(${one}), 4)`)].join(", ")}
         FROM ${name} WHERE LENGTH(period) = 10 GROUP BY ${keys.join(", ")}, SUBSTR(period, 1, 9)`,
      );
  },
  async down(queryInterface) {
    for (const { name } of TABLES)
      await queryInterface.sequelize.query(`DELETE FROM ${name} WHERE LENGTH(period) = 9`);
  },
} satisfies Migration;
