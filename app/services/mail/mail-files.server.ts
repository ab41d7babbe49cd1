import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { MAILS_DIR, type MailFile } from "./transport.server.ts";

const SHOWN_MAX = 200;

/** Emails contain sign-in links, so they are only shown outside production. */
function assertShown(): void {
  if (config.isProduction) throw new NotFound("Page");
}

/**
 * The emails written to files, latest first.
 * @throws {NotFound} in production
 */
export async function listMailFiles(): Promise<MailFile[]> {
  assertShown();
  const names = await listNames();
  // Ids sort by time.
  const latest = names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  return Promise.all(
    latest.map(async (name) => JSON.parse(await readFile(path.join(MAILS_DIR, name), "utf8"))),
  );
}

async function listNames(): Promise<string[]> {
  try {
    return await readdir(MAILS_DIR);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Deletes the files of emails that are written to files, because no mail server is configured. */
export async function deleteMailFiles(ids: string[]): Promise<void> {
  for (const id of ids)
    for (const type of ["eml", "json"]) await rm(path.join(MAILS_DIR, `${id}.${type}`), { force: true });
}

/** Deletes files as old as emails whose rows are deleted. */
export async function deleteOldMailFiles(): Promise<void> {
  const writtenBefore = new Date(Date.now() - config.mailRetentionDays * DAY);
  for (const name of await listNames()) {
    const file = path.join(MAILS_DIR, name);
    // Another process may have deleted it already.
    const written = await stat(file).catch(() => null);
    if (written && written.mtime < writtenBefore) await rm(file, { force: true });
  }
}

/** @throws {NotFound} */
export async function getMailFile(id: string): Promise<MailFile> {
  assertShown();
  if (!isId(id)) throw new NotFound("Mail");
  try {
    return JSON.parse(await readFile(path.join(MAILS_DIR, `${id}.json`), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new NotFound("Mail");
    throw error;
  }
}
