import { copyFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import mysql from "mysql2/promise";
import {
  createDatabase,
  type DatabaseServer,
  isSqliteServer,
  type TestDatabase,
} from "../setup/databases.ts";

const fixture = (file: string) => fileURLToPath(new URL(`../fixtures/0.1.0/${file}`, import.meta.url));

/** A database as version 0.1.0 left it, with claims in every state. */
export async function restoreVersion01(server: DatabaseServer): Promise<TestDatabase> {
  const database = await createDatabase(server, { isMigrated: false });
  if (isSqliteServer(server)) await copyFile(fixture("attesto.sqlite"), database.url.slice("sqlite:".length));
  else {
    const connection = await mysql.createConnection({ uri: database.url, multipleStatements: true });
    await connection.query(await readFile(fixture("attesto.sql"), "utf8"));
    await connection.end();
  }
  return database;
}
