import { randomInt } from "node:crypto";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { DecoyRegistration, User } from "#app/models/index.server.ts";
import { Username } from "#app/schemas/profile.ts";
import { USERNAME_MAX } from "#app/schemas/shared/limits.ts";

const SHOWN_MAX = 3;

/** Usernames like a taken one that are free, from the name and with digits. */
export async function suggestUsernames({
  username,
  name,
}: {
  username: string;
  name: string;
}): Promise<string[]> {
  const parts = toEmailKey(name)
    .normalize("NFKD")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const digits = () => String(randomInt(10, 1_000));
  const candidates = [
    parts.join("."),
    parts.join("-"),
    ...Array.from({ length: 4 }, () => `${username.slice(0, USERNAME_MAX - 4)}-${digits()}`),
  ].filter((candidate) => Username.safeParse(candidate).success);
  const keys = candidates.map(toEmailKey);
  const where = { usernameKey: { [Op.in]: keys } };
  const [users, decoys] = await Promise.all([
    retryRead(() => User.findAll({ where, attributes: ["usernameKey"] })),
    retryRead(() => DecoyRegistration.findAll({ where, attributes: ["usernameKey"] })),
  ]);
  const taken = new Set([...users, ...decoys].map(({ usernameKey }) => usernameKey));
  const free = candidates.filter((_, index) => !taken.has(keys[index] ?? ""));
  return [...new Set(free)].slice(0, SHOWN_MAX);
}
