import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { config } from "#app/env.server.ts";

const MANIFEST = "backup.json";
export const SECRETS_FILE = "secrets.env";
/** Emails without a mail server; everything else that people give or get is in the database. */
export const MAILS_FOLDER = "mails";

const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  dialect: z.enum(["sqlite", "mysql"]),
  /** Which the database had seen. */
  migrations: z.array(z.string()),
  /** The secrets that the data need, by a fingerprint of each. */
  secrets: z.record(z.string(), z.array(z.string())),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const secrets = {
  SESSION_SECRETS: config.sessionSecrets,
  ENCRYPTION_KEYS: config.encryptionKeys,
  PROOF_SIGNING_KEYS: config.proofSigningKeys,
};

/** Tells whether a secret is the same one. A random secret cannot be found by it. */
export const fingerprint = (secret: string) =>
  createHash("sha256").update(`backup:${secret}`).digest("hex").slice(0, 16);

/** Describes the files of a finished backup, and makes sure that they are on the disk. */
export async function writeManifest(
  folder: string,
  facts: Omit<Manifest, "format" | "files" | "secrets">,
): Promise<Manifest> {
  const manifest: Manifest = {
    format: 1,
    ...facts,
    secrets: Object.fromEntries(
      Object.entries(secrets).map(([name, values]) => [name, values.map(fingerprint)]),
    ),
    files: await describeFiles(folder),
  };
  const file = await open(path.join(folder, MANIFEST), "wx", 0o600);
  await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await file.sync();
  await file.close();
  return manifest;
}

/**
 * Reads a backup's description and compares each of its files with it.
 * @throws {Error} a sentence: it is no backup, or a file is not as it was written
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), "utf8").catch(() => {
    throw new Error(`${folder} is no backup: it has no ${MANIFEST}.`);
  });
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${MANIFEST} in ${folder} is damaged, or of a newer version.`);
  const found = new Map((await describeFiles(folder)).map((file) => [file.path, file]));
  for (const { path: name, sha256 } of parsed.data.files)
    if (found.get(name)?.sha256 !== sha256)
      throw new Error(`${name} in ${folder} is missing or damaged. Take another backup.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function describeFiles(folder: string): Promise<Manifest["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== MANIFEST);
  return Promise.all(names.sort().map((name) => describeFile(folder, name)));
}

async function describeFile(folder: string, name: string): Promise<Manifest["files"][number]> {
  const file = path.join(folder, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const handle = await open(file, "r");
  const { size } = await handle.stat();
  await handle.sync();
  await handle.close();
  return { path: name, bytes: size, sha256: hash.digest("hex") };
}
