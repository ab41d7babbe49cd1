import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { User } from "#app/models/index.server.ts";

type Decided = { decidedByUserId: string | null };
type Decider = { id: string; name: string };

/** Who decided some submissions, by id. Deleted accounts are missing. */
export async function findDeciders(submissions: Decided[]): Promise<Map<string, Decider>> {
  const id = [...new Set(submissions.flatMap(({ decidedByUserId }) => decidedByUserId ?? []))];
  if (id.length === 0) return new Map();
  const users = await retryRead(() => findRows(User, { attributes: ["id", "name"], where: { id } }));
  return new Map(users.map((user) => [user.id, user]));
}
