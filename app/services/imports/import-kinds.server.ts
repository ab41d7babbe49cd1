import {
  RememberedColumns,
  RememberedSpendColumns,
  SpendImport,
  SpendImportPart,
  Statement,
  StatementPart,
} from "#app/models/index.server.ts";

/** The tables of a kind of file that is uploaded, read in a thread and asked about, and who may do that. */
export type ImportKind<File extends Statement | SpendImport = Statement | SpendImport> = {
  /** What a person calls one that is not there. */
  noun: "Statement" | "File";
  /** Both have the columns of work, of the file, of its sheets and of what was answered. */
  files: { new (): File } & (typeof Statement | typeof SpendImport);
  parts: { model: typeof StatementPart | typeof SpendImportPart; key: "statementId" | "importId" };
  remembered: typeof RememberedColumns | typeof RememberedSpendColumns;
  action: "statements:write" | "spend:write";
};

export const STATEMENT_IMPORTS: ImportKind<Statement> = {
  noun: "Statement",
  files: Statement,
  parts: { model: StatementPart, key: "statementId" },
  remembered: RememberedColumns,
  action: "statements:write",
};

export const SPEND_IMPORTS: ImportKind<SpendImport> = {
  noun: "File",
  files: SpendImport,
  parts: { model: SpendImportPart, key: "importId" },
  remembered: RememberedSpendColumns,
  action: "spend:write",
};

/** The bytes of an import's file; none once it is deleted. */
export async function loadFile({ parts }: ImportKind, id: string): Promise<Buffer> {
  const found = await (parts.model as typeof StatementPart).findAll({
    where: { [parts.key]: id },
    order: [["number", "ASC"]],
    raw: true,
  });
  return Buffer.concat(found.map(({ content }) => content));
}
