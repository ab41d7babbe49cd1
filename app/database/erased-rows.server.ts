import path from "node:path";
import sqlite3 from "sqlite3";
import { config } from "#app/env.server.ts";
import { isSqlite } from "./connection.server.ts";

/** At the start too: a killed process may have left a log. */
let isDue = isSqlite;

/** Call this once rows that hold personal data are erased: SQLite's log has their pages as they were. */
export function emptyLogSoon(): void {
  isDue = isSqlite;
}

/** Empties SQLite's log into its file, or leaves it to the next run while somebody reads or writes. */
export async function emptyLog(): Promise<void> {
  if (!isDue) return;
  isDue = false;
  try {
    isDue = !(await truncateLog());
  } catch (error) {
    isDue = true;
    throw error;
  }
}

/** How long others may be in the way: those who wait hold a thread. */
const WAIT_MS = 100;

/** On a connection of its own, because the shared one would stand still as long. @returns whether it is empty */
const truncateLog = (): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const file = path.resolve(config.databaseUrl.slice("sqlite:".length));
    const database = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (failed) => {
      if (failed) return reject(failed);
      database.configure("busyTimeout", WAIT_MS);
      database.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)", (error, row) => {
        database.close();
        if (error) reject(error);
        else resolve(row?.busy === 0);
      });
    });
  });
