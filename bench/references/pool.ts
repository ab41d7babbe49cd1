import mysql from "mysql2/promise";
import { type Row, statementsFor } from "./rows.ts";

const pool = mysql.createPool({ uri: process.env.DATABASE_URL as string, connectionLimit: 10 });

/** One transaction of prepared statements. */
export async function write(rows: Row[]): Promise<void> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    for (const { sql, values } of statementsFor(rows)) await connection.execute(sql, values);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}
