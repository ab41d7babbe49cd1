import { QueryTypes } from "sequelize";
import { retryRead, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Postback } from "#app/models/index.server.ts";
import type { PostbackAddress } from "#app/models/postback-address.server.ts";
import { findUnknownWord } from "./postback-kinds.ts";
import { readCall } from "./read-call.ts";
import { toReading } from "./settings.server.ts";

/** How many of the newest calls are looked at, and how many sentences about them. */
const CALLS_MAX = 20_000;
const SENTENCES_MAX = 50;

/** The words of the calls in the log that mean nothing yet; the empty one is of calls without a word. */
export async function findUnknownWords(address: PostbackAddress): Promise<string[]> {
  const { workspaceId, platformId } = address;
  const id = await listOnePerSentence(platformId);
  if (id.length === 0) return [];
  const where = { workspaceId, platformId, id };
  const calls = await retryRead(() =>
    findRows(Postback, {
      where,
      attributes: ["query", "body", "bodyType"],
      order: [["id", "DESC"]],
    }),
  );
  const reading = toReading(address);
  const words = calls
    // Of an erased person or a repeated call nothing is left.
    .filter(({ query, body }) => query !== "" || body !== null)
    .flatMap((call) => {
      const parameters = readCall(call);
      return typeof parameters === "string" ? [] : (findUnknownWord(parameters, reading) ?? []);
    });
  return [...new Set(words)];
}

/** The newest call of each sentence about what is not said: a sentence names its word. */
async function listOnePerSentence(platformId: string): Promise<string[]> {
  const found = await retryRead(() =>
    sequelize.query<{ id: string }>(
      `SELECT MAX(id) AS id FROM
         (SELECT id, outcome, problem FROM postbacks WHERE platformId = ${escapeValue(platformId)}
          ORDER BY id DESC LIMIT ${CALLS_MAX}) newest
       WHERE outcome IN ('unmapped', 'nothing') GROUP BY problem ORDER BY MAX(id) DESC LIMIT ${SENTENCES_MAX}`,
      { type: QueryTypes.SELECT },
    ),
  );
  return found.map(({ id }) => id);
}
