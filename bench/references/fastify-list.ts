import { fastify } from "fastify";
import mysql, { type RowDataPacket } from "mysql2/promise";
import { listen } from "./listening.ts";
import { workspaceId } from "./rows.ts";

/** The owner's list by hand: the queries of its first page, and their rows as JSON. */
const app = fastify({ logger: false });
const pool = mysql.createPool({ uri: process.env.DATABASE_URL as string, connectionLimit: 10 });
const LIMIT = 20;

async function select(sql: string, values: string[]): Promise<RowDataPacket[]> {
  const [rows] = await pool.execute<RowDataPacket[]>(sql, values);
  return rows;
}

const marks = (list: unknown[]) => list.map(() => "?").join(", ");

app.get<{ Querystring: { to: string } }>("/api/optin/dashboard/submissions", async ({ query: { to } }) => {
  const [days, submissions] = await Promise.all([
    select(
      "SELECT day, SUM(`count`) AS total FROM submissionTotals WHERE workspaceId = ? AND day <= ? GROUP BY day HAVING SUM(`count`) > 0 ORDER BY day DESC",
      [workspaceId, to],
    ),
    select(
      `SELECT * FROM submissions WHERE workspaceId = ? AND createdAt < ? + INTERVAL 1 DAY ORDER BY createdAt DESC, id DESC LIMIT ${LIMIT}`,
      [workspaceId, to],
    ),
  ]);
  const ids = submissions.map(({ id }) => id as string);
  const deliveries =
    ids.length === 0
      ? []
      : await select(`SELECT * FROM deliveries WHERE submissionId IN (${marks(ids)})`, ids);
  const deliveryIds = deliveries.map(({ id }) => id as string);
  const attempts =
    deliveryIds.length === 0
      ? []
      : await select(
          `SELECT id, deliveryId, number, \`at\`, outcome FROM deliveryAttempts WHERE deliveryId IN (${marks(deliveryIds)})`,
          deliveryIds,
        );
  const total = days.reduce((sum, day) => sum + Number(day.total), 0);
  const ofDelivery = (id: string) => attempts.filter(({ deliveryId }) => deliveryId === id);
  return {
    submissions: submissions.map((row) => ({
      ...row,
      deliveries: deliveries
        .filter(({ submissionId }) => submissionId === row.id)
        .map((delivery) => ({ ...delivery, attempts: ofDelivery(delivery.id) })),
    })),
    page: 1,
    limit: LIMIT,
    total,
  };
});

await app.ready();
listen(app.server);
