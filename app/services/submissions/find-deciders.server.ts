import { retryRead } from "#app/database/connection.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { ApiKey, type Submission, User } from "#app/models/index.server.ts";
import type { Decider } from "./write-decisions.server.ts";

type DecidedRow = Pick<
  Submission,
  "status" | "handledAt" | "platformName" | "decidedByUserId" | "decidedByKeyId" | "decidedByRuleId"
>;
/** `id` is null for a key of before keys were stored with decisions. */
export type DecidedBy = { kind: Decider["kind"]; id: string | null; name: string };

/** An account loses its name at once, and its row when its data is erased. */
const DELETED = "Deleted account";
const SOME_KEY = "API key";

/** Who decided some submissions. Whoever withdrew a claim or erased its person has decided nothing. */
export async function findDeciders(
  submissions: readonly DecidedRow[],
): Promise<(submission: DecidedRow) => DecidedBy | null> {
  const listIds = (column: "decidedByUserId" | "decidedByKeyId") => [
    ...new Set(submissions.flatMap((one) => one[column] ?? [])),
  ];
  const [userIds, keyIds] = [listIds("decidedByUserId"), listIds("decidedByKeyId")];
  const attributes = ["id", "name"] as const;
  const [users, keys] = await retryRead(() =>
    Promise.all([
      userIds.length === 0
        ? []
        : readValues({ rows: rowsOf(User, { attributes, where: { id: userIds } }) }).then(({ rows }) => rows),
      keyIds.length === 0
        ? []
        : readValues({ rows: rowsOf(ApiKey, { attributes, where: { id: keyIds } }) }).then(
            ({ rows }) => rows,
          ),
    ]),
  );
  const names = new Map([...users, ...keys].map(({ id, name }) => [id, name]));
  return ({ status, handledAt, platformName, decidedByUserId, decidedByKeyId, decidedByRuleId }) => {
    if (status === "pending" || handledAt === null) return null;
    if (decidedByUserId !== null)
      return { kind: "member", id: decidedByUserId, name: names.get(decidedByUserId) || DELETED };
    if (decidedByRuleId !== null)
      return { kind: "rule", id: decidedByRuleId, name: `Rule for ${platformName}` };
    return { kind: "key", id: decidedByKeyId, name: names.get(decidedByKeyId ?? "") ?? SOME_KEY };
  };
}
