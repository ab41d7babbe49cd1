import { retryRead } from "#app/database/connection.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { User } from "#app/models/index.server.ts";

type DecidedRow = { decidedByUserId: string | null };
type Decider = { id: string; name: string };

/** An account loses its name at once, and its row when its data is erased. */
const DELETED = "Deleted account";

/** Who decided some submissions, by id. */
export async function findDeciders(submissions: DecidedRow[]): Promise<Map<string, Decider>> {
  const id = [...new Set(submissions.flatMap(({ decidedByUserId }) => decidedByUserId ?? []))];
  if (id.length === 0) return new Map();
  const { users } = await retryRead(() =>
    readValues({ users: rowsOf(User, { attributes: ["id", "name"], where: { id } }) }),
  );
  const names = new Map(users.map((user) => [user.id, user.name]));
  return new Map(id.map((one) => [one, { id: one, name: names.get(one) || DELETED }]));
}
