import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { normalizeTyped } from "#app/lib/typed-text.ts";
import { type Statement, StatementLine } from "#app/models/index.server.ts";
import type { Cell } from "#app/services/tables/table.ts";
import type { FileColumns } from "./columns/file-columns.ts";

/** How many lines one query names. */
const CHUNK = 500;

/**
 * The account numbers that the lines of evidence carry.
 * @param evidence lines of the statement, as JSON
 * @returns gives them for one evidence, as JSON; null without any
 */
export async function findAccounts(
  { id: statementId, columns }: Pick<Statement, "id" | "columns">,
  evidence: readonly { lines: string }[],
): Promise<(lines: string) => string | null> {
  const read = columns === null ? [] : (JSON.parse(columns) as FileColumns).columns;
  const index = read.find(({ meaning }) => meaning === "account")?.index;
  const all = [...new Set(evidence.flatMap(({ lines }) => JSON.parse(lines) as number[]))];
  const accounts = new Map<number, string>();
  for (let at = 0; at < all.length && index !== undefined; at += CHUNK) {
    const where = { statementId, line: all.slice(at, at + CHUNK) };
    const rows = await retryRead(() => findRows(StatementLine, { where, attributes: ["line", "cells"] }));
    for (const { line, cells } of rows) {
      const account = normalizeTyped(String((JSON.parse(cells) as Cell[])[index] ?? ""));
      if (account !== "") accounts.set(line, account);
    }
  }
  return (lines) => {
    const found = new Set((JSON.parse(lines) as number[]).flatMap((line) => accounts.get(line) ?? []));
    return found.size > 0 ? JSON.stringify([...found]) : null;
  };
}
