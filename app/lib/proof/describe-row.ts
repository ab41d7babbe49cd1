import type { SignedEntry } from "./proof-file.ts";

/** What a step says of the statement or of the broker's words that it rests on; null for a step without. */
export function describeRow({ record: { number, facts }, values, salt }: SignedEntry): string | null {
  const { lines, rowHmac, evidence } = facts;
  if (typeof evidence === "string")
    return `Step ${number} rests on what the broker said: ${evidence.replaceAll("_", " ")}.`;
  if (typeof lines !== "string") return null;
  // Earlier records have the name itself.
  const name = facts.statement ?? values.statement;
  const statement = name === undefined ? "a statement" : `the statement ${name}`;
  const rests = `Step ${number} rests on ${nameLines(lines)} of ${statement}.`;
  if (typeof rowHmac !== "string") return `${rests} Its row was deleted before it was signed.`;
  return salt === null
    ? `${rests} The salt of its HMAC is left out here or was deleted with the person: nobody can recognize the row by it.`
    : `${rests} The HMAC is HMAC-SHA256 of the row's cells as JSON, with the salt of the step as the key. Whoever has the file can check that it is this row.`;
}

const nameLines = (lines: string) => `${lines.includes(",") ? "lines" : "line"} ${lines}`;
