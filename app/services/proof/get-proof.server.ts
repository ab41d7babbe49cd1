import { UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { type ProofFile, type ProofRecord, toCanonicalText } from "#app/lib/proof/proof-file.ts";
import {
  Delivery,
  DeliveryAttempt,
  Evidence,
  ProofEntry,
  Submission,
  User,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { beginProof } from "./append-proof.server.ts";
import { hashValue } from "./create-entry.server.ts";
import { personalOfAttempt, pickPersonal } from "./facts.ts";
import { currentKeyId, publicKeys, signProof } from "./signing.server.ts";

type Arguments = {
  workspaceId: string;
  submissionId: string;
  /** The visitor's copy leaves out requests, which contain the owner's commission, and who decided. */
  isVisitors?: boolean;
};

/**
 * The proof of a submission as a file. Of an erased person it has the signed hashes without their values.
 * @throws {NotFound} also for another workspace's
 */
export async function getProof({
  workspaceId,
  submissionId,
  isVisitors = false,
}: Arguments): Promise<ProofFile> {
  if (!isId(submissionId)) throw new NotFound("Submission");
  const where = { workspaceId, submissionId };
  const submission = await retryRead(() =>
    Submission.findOne({
      where: { id: submissionId, workspaceId },
      include: [
        {
          model: Delivery,
          as: "deliveries",
          separate: true,
          include: [{ model: DeliveryAttempt, as: "attempts", separate: true }],
        },
      ],
    }),
  );
  const read = () => retryRead(() => ProofEntry.findAll({ where, order: [["number", "ASC"]] }));
  let rows = await read();
  if (rows.length === 0 && submission) {
    await inTransaction(async (transaction) => {
      const locked = await Submission.findOne({
        where: { id: submissionId, workspaceId },
        lock: true,
        transaction,
      });
      if (locked) await beginProof(locked, transaction);
    }).catch((error: unknown) => {
      // Begun meanwhile on another node of a cluster, which does not know this one's lock.
      if (!(error instanceof UniqueConstraintError)) throw error;
    });
    rows = await read();
  }
  if (rows.length === 0) throw new NotFound("Submission");
  if (submission) submission.decidedBy = await findMember(submission);
  const evidence = await retryRead(() =>
    Evidence.findOne({
      where: { workspaceId: where.workspaceId, decides: where.submissionId, source: "statement" },
      attributes: ["fileName"],
    }),
  );
  const known = submission && { submission, statement: evidence?.fileName ?? null };
  const entries = rows.map((row) => toEntry(row, known, isVisitors));
  return seal(entries);
}

async function findMember({ decidedByUserId: id }: Submission): Promise<Submission["decidedBy"]> {
  const user = id === null ? null : await retryRead(() => User.findByPk(id, { attributes: ["name"] }));
  return user && { kind: "member", id, name: user.name };
}

type Entry = ProofFile["entries"][number];

/** What the values of a proof are read from. */
type Known = { submission: Submission; statement: string | null };

function toEntry(row: ProofEntry, known: Known | null, isVisitors: boolean): Entry {
  const { keyId, signature } = row;
  const record: ProofRecord = JSON.parse(row.record);
  const isWithheld = isVisitors && (record.kind === "attempted" || record.kind === "decided");
  const salt = isWithheld ? null : row.salt;
  const found = salt === null || !known ? {} : findValues(record, known);
  const values = Object.entries(found).filter(
    (pair): pair is [string, string] =>
      pair[1] !== null && salt !== null && record.digests[pair[0]] === hashValue(salt, pair[0], pair[1]),
  );
  const text = record.format === "attesto-proof-entry/1" ? { signedText: row.record } : {};
  return { record, keyId, signature, ...text, salt, values: Object.fromEntries(values) };
}

function findValues(
  { kind, facts }: ProofRecord,
  { submission, statement }: Known,
): Record<string, string | null> {
  const reference = submission.typedReference ?? submission.reference;
  if (kind === "submitted") return { ...pickPersonal(submission), reference };
  if (kind === "decided") return { decidedBy: submission.decidedBy?.name ?? null, statement };
  if (kind === "answered") return { reference };
  if (kind !== "attempted") return {};
  const delivery = submission.deliveries?.find(({ eventId }) => eventId === facts.eventId);
  const attempt = delivery?.attempts?.find(({ number }) => number === facts.attempt);
  return attempt ? personalOfAttempt(attempt) : {};
}

function seal(entries: Entry[]): ProofFile {
  const used = new Set([...entries.map(({ keyId }) => keyId), currentKeyId]);
  const file = {
    format: "attesto-proof/2" as const,
    issuer: config.publicUrl,
    keysUrl: config.publicUrl + paths.proofKeys(),
    exportedAt: new Date().toISOString(),
    entries,
    keys: publicKeys.filter(({ kid }) => used.has(kid)),
  };
  return { ...file, seal: { keyId: currentKeyId, signature: signProof(toCanonicalText(file)) } };
}
