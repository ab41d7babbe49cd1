import { createJoins } from "./create-joins.ts";

export type KnownClaim = { id: string; emailKey: string };

export type People = ReturnType<typeof createPeople>;

/** Joins the claims of one person: those of the same email address. Several people may have one phone number. */
export function createPeople() {
  const { join, rootOf } = createJoins();
  const claims = new Set<string>();
  return {
    add(found: readonly KnownClaim[]): void {
      for (const { id, emailKey } of found) {
        claims.add(id);
        if (emailKey !== "") join(id, `email ${emailKey}`);
      }
    },
    has: (id: string): boolean => claims.has(id),
    /** The same for all claims of a person. */
    clientOf: rootOf,
    /** The earliest first. */
    ids: (): string[] => [...claims].sort(),
  };
}
