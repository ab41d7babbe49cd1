import mysql from "mysql2/promise";
import sqlite3 from "sqlite3";

type Row = Record<string, unknown>;

/** Runs statements in any database, beside the app's own connections, and gives the rows of each. */
export async function queryAll(url: string, statements: string[]): Promise<Row[][]> {
  const results: Row[][] = [];
  if (url.startsWith("mysql:")) {
    const connection = await mysql.createConnection(url);
    try {
      for (const sql of statements) results.push((await connection.query(sql))[0] as Row[]);
    } finally {
      await connection.end();
    }
    return results;
  }
  const database = new sqlite3.Database(url.slice("sqlite:".length));
  try {
    for (const sql of statements) {
      const rows = await new Promise<Row[]>((resolve, reject) => {
        database.all<Row>(sql, (error, found) => (error ? reject(error) : resolve(found)));
      });
      results.push(rows);
    }
  } finally {
    await new Promise((resolve) => database.close(resolve));
  }
  return results;
}

export async function queryDatabase(url: string, sql: string): Promise<Row[]> {
  const [rows = []] = await queryAll(url, [sql]);
  return rows;
}
