import { createHash } from "node:crypto";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import { newId } from "#app/lib/ids.ts";
import { consumeQuota, QuotaReached } from "#app/lib/rate-limiter.server.ts";
import { UploadPart } from "#app/models/index.server.ts";

const PART_BYTES = 1024 * 1024;
/** How much of a file is kept at hand, to tell its format. */
const HEAD_BYTES = 64 * 1024;

/** A file that has arrived. */
export type StoredFile = { id: string; name: string; bytes: number; hash: string; head: Buffer };

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Stores a file while it arrives. */
export type StoreFile = (name: string, chunks: Chunks) => Promise<StoredFile>;

/** Runs work with files that it stores, which end with it: what one becomes has a copy. */
export async function withStoredFiles<T>(
  workspaceId: string,
  work: (store: StoreFile) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  const store: StoreFile = async (name, chunks) => {
    const file = await storeFile({ workspaceId, name }, chunks);
    stored.push(file.id);
    return file;
  };
  try {
    return await work(store);
  } finally {
    await discardFiles(workspaceId, stored);
  }
}

/**
 * Stores a file while it arrives. Of one that is cut off or over the quota, nothing stays.
 * @throws {QuotaReached} 429 `upload_quota`
 */
export async function storeFile(
  { workspaceId, name }: { workspaceId: string; name: string },
  chunks: Chunks,
): Promise<StoredFile> {
  const id = newId();
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let [bytes, number] = [0, 0];
  try {
    for await (const content of inParts(chunks)) {
      hash.update(content);
      if (number === 0) head = Buffer.from(content.subarray(0, HEAD_BYTES));
      await countUploaded(workspaceId, content.length);
      bytes += content.length;
      const part = { workspaceId, uploadId: id, number, content, createdAt: new Date() };
      await inTransaction((transaction) => UploadPart.create(part, { transaction }));
      number += 1;
    }
  } catch (error) {
    await discardFiles(workspaceId, [id]);
    // A file that the day has no room for leaves the room to smaller ones.
    if (error instanceof QuotaReached) await countUploaded(workspaceId, -bytes);
    throw error;
  }
  return { id, name, bytes, hash: hash.digest("hex"), head };
}

/** Counts bytes of the workspace's day, before they are stored. @throws {QuotaReached} 429 `upload_quota` */
export const countUploaded = (workspaceId: string, bytes: number): Promise<void> =>
  consumeQuota(
    {
      name: "uploaded-bytes",
      seconds: DAY / SECOND,
      key: workspaceId,
      code: "upload_quota",
      points: config.uploadQuotaMb * 1024 * 1024,
      message: `At most ${config.uploadQuotaMb} MB can be uploaded within a day.`,
    },
    bytes,
  );

async function* inParts(chunks: Chunks): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - size);
      waiting.push(taken);
      size += taken.length;
      at += taken.length;
      if (size < PART_BYTES) continue;
      yield Buffer.concat(waiting);
      [waiting, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

export async function loadStoredFile(workspaceId: string, uploadId: string): Promise<Buffer> {
  const parts = await retryRead(() =>
    UploadPart.findAll({
      where: { workspaceId, uploadId },
      attributes: ["content"],
      order: [["number", "ASC"]],
      raw: true,
    }),
  );
  return Buffer.concat(parts.map(({ content }) => content));
}

/** Deletes what was stored of them, also past the request's deadline. */
async function discardFiles(workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await runForAll(() =>
    inTransaction((transaction) =>
      UploadPart.destroy({ where: { workspaceId, uploadId: ids }, transaction }),
    ),
  );
}
