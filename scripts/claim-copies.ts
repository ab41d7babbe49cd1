import type { Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";

/** A copied claim stands for so many, and the last digit of its numbers for its place among them. */
export const COPIES = 10;

/** All time zones are whole quarters of an hour apart: a copy has the day and the hour of its claim. */
const QUARTER_MS = 15 * 60_000;

const copies = `(${Array.from({ length: COPIES }, (_, n) => (n === 0 ? "SELECT 0 AS n" : `SELECT ${n}`)).join(" UNION ALL ")}) AS copy`;

/** An id, a number or what ends with one, as the copy has it. */
const own = (column: string) => `CONCAT(LEFT(${column}, CHAR_LENGTH(${column}) - 1), n)`;
const ownEmail = (column: string) => `CONCAT(${own(`SUBSTRING_INDEX(${column}, '@', 1)`)}, '@example.com')`;

const claimedMs = "ROUND(1000 * UNIX_TIMESTAMP(s.createdAt))";
const earlierMs = `FLOOR(MOD(${claimedMs}, ${QUARTER_MS}) * n / ${COPIES})`;
const earlier = (time: string) => `${time} - INTERVAL 1000 * ${earlierMs} MICROSECOND`;
const hexMs = `LPAD(HEX(${claimedMs} - ${earlierMs}), 12, '0')`;
const claimId = `LOWER(CONCAT(LEFT(${hexMs}, 8), '-', RIGHT(${hexMs}, 4), SUBSTRING(s.id, 14, 22), n))`;
const key = `RPAD(REPLACE(${claimId}, '-', ''), 64, '0')`;
const clickId = `CONCAT('IwAR', LEFT(${key}, 32))`;

/** What a copy has of its own, by table. */
const OWN = {
  submissions: {
    from: "copied_submissions s",
    values: {
      id: claimId,
      submissionKey: key,
      bodyHash: key,
      email: ownEmail("email"),
      emailKey: ownEmail("emailKey"),
      uniqueEmail: ownEmail("uniqueEmail"),
      phone: own("phone"),
      reference: own("reference"),
      ip: "CONCAT('203.0.113.', SUBSTRING_INDEX(ip, '.', -1) + n)",
      createdAt: earlier("createdAt"),
      consentAt: earlier("consentAt"),
      clickSeenAt: earlier("clickSeenAt"),
      sendBefore: earlier("sendBefore"),
      fbclid: `IF(fbclid IS NULL, NULL, ${clickId})`,
      fbc: `IF(fbclid IS NULL, NULL, CONCAT('fb.1.', ${claimedMs} - ${earlierMs}, '.', ${clickId}))`,
      fbp: `CONCAT('fb.1.', ${claimedMs} - ${earlierMs} - 60000, '.', ${own("SUBSTRING_INDEX(fbp, '.', -1)")})`,
    },
  },
  deliveries: {
    from: "copied_deliveries d JOIN copied_submissions s ON s.id = d.submissionId",
    values: {
      id: own("d.id"),
      submissionId: claimId,
      eventId: own("eventId"),
      sendBefore: earlier("d.sendBefore"),
    },
  },
  deliveryAttempts: {
    from: "copied_deliveryAttempts d",
    values: { id: own("d.id"), deliveryId: own("deliveryId"), traceId: own("traceId") },
  },
  commissions: {
    from: "copied_commissions d JOIN copied_submissions s ON s.id = d.submissionId",
    values: { submissionId: claimId },
  },
} satisfies Record<string, { from: string; values: Record<string, string> }>;

type Table = keyof typeof OWN;
const TABLES = Object.keys(OWN) as Table[];

/** Inserts the rows for a table into another one. @returns the names of the columns */
type Insert = (table: Table, to: string) => Promise<string[]>;

/**
 * Fills a table of each kind with a few rows and lets MySQL copy them: nothing has to be made and sent for each.
 */
export async function insertCopies(insert: Insert, transaction: Transaction): Promise<void> {
  const run = (sql: string) => sequelize.query(sql, { transaction, raw: true });
  const drop = () =>
    run(`DROP TEMPORARY TABLE IF EXISTS ${TABLES.map((table) => `copied_${table}`).join(", ")}`);
  // One that is repeated finds those of before.
  await drop();
  for (const table of TABLES) {
    const { from } = OWN[table];
    const values: Record<string, string> = OWN[table].values;
    const primaryKey = table === "submissions" ? "(PRIMARY KEY (id))" : "";
    await run(`CREATE TEMPORARY TABLE copied_${table} ${primaryKey} SELECT * FROM ${table} LIMIT 0`);
    const names = await insert(table, `copied_${table}`);
    if (names.length === 0) continue;
    const alias = table === "submissions" ? "s" : "d";
    await run(
      `INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(", ")})
       SELECT ${names.map((name) => values[name] ?? `${alias}.\`${name}\``).join(", ")}
       FROM ${from} CROSS JOIN ${copies}`,
    );
  }
  await drop();
}
