import type { Transaction } from "sequelize";
import type { HeldLease, Lease } from "#app/database/leases.server.ts";
import {
  ImportPart,
  RememberedColumns,
  RememberedSpendColumns,
  SpendImport,
  Statement,
} from "#app/models/index.server.ts";

/** A kind of file that is uploaded, read in a thread and asked about, and who may do that. */
export type ImportKind<File extends Statement | SpendImport = Statement | SpendImport> = {
  /** What a person calls one that is not there. */
  noun: "Statement" | "File";
  /** Both have the columns of an import, and those of the kind. */
  files: { new (): File } & (typeof Statement | typeof SpendImport);
  remembered: typeof RememberedColumns | typeof RememberedSpendColumns;
  action: "statements:write" | "spend:write";
};

export const STATEMENT_IMPORTS: ImportKind<Statement> = {
  noun: "Statement",
  files: Statement,
  remembered: RememberedColumns,
  action: "statements:write",
};

export const SPEND_IMPORTS: ImportKind<SpendImport> = {
  noun: "File",
  files: SpendImport,
  remembered: RememberedSpendColumns,
  action: "spend:write",
};

export type ImportKey = { id: string; workspaceId: string };
type Step = (key: ImportKey, transaction: Transaction) => Promise<void>;

/** What a kind does with its files. */
export type FileKind = {
  /** Reads a file, from its start, into what its kind makes of rows. */
  read: (lease: Lease, reading: { held: HeldLease; isStopping: () => boolean }) => Promise<void>;
  /** Takes back what was saved of a file that failed. */
  takeBack?: Step;
  /** Deletes what an import without a result leaves, before it is deleted itself. */
  deleteUnread?: Step;
  /** Deletes what goes with the file of one that was read. */
  deleteRead: Step;
};
export type FileKinds = Record<"statement" | "file", FileKind>;

/** The bytes of an import's file; none once it is deleted. */
export async function loadFile(id: string): Promise<Buffer> {
  const found = await ImportPart.findAll({
    where: { importId: id },
    order: [["number", "ASC"]],
    raw: true,
  });
  return Buffer.concat(found.map(({ content }) => content));
}
