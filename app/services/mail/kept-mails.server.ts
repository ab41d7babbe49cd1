import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { config } from "#app/env.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { type KeptMail, MAILS_DIR } from "./transport.server.ts";

const SHOWN_MAX = 200;

/** Mails hold links that open accounts: they are shown only where nobody else's accounts are. */
function assertShown(): void {
  if (config.isProduction) throw new NotFound("Page");
}

/**
 * The mails that became files, the latest first.
 * @throws {NotFound} in production
 */
export async function listKeptMails(): Promise<KeptMail[]> {
  assertShown();
  const names = await readdir(MAILS_DIR).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  // Their ids sort by time.
  const latest = names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  return Promise.all(
    latest.map(async (name) => JSON.parse(await readFile(path.join(MAILS_DIR, name), "utf8"))),
  );
}

/** @throws {NotFound} */
export async function getKeptMail(id: string): Promise<KeptMail> {
  assertShown();
  if (!isId(id)) throw new NotFound("Mail");
  try {
    return JSON.parse(await readFile(path.join(MAILS_DIR, `${id}.json`), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new NotFound("Mail");
    throw error;
  }
}
