import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { ApiKey } from "#app/models/index.server.ts";
import migration from "../../../migrations/20261127-1400-statement-scopes.ts";
import { createKey, createOwner } from "../../factories/index.ts";

test("a key of the version before reaches by the scopes of statements what it did by those of claims", async () => {
  const queryInterface = sequelize.getQueryInterface();
  const owner = await createOwner();
  const keys: ApiKey[] = [];
  for (const scopes of ["submissions:read,stats:read", "submissions:read,submissions:write", "stats:read"]) {
    const { apiKey } = await createKey(owner, { scopes: ["stats:read"] });
    await ApiKey.update({ scopes }, { where: { id: apiKey.id } });
    keys.push(await ApiKey.findByPk(apiKey.id, { rejectOnEmpty: true }));
  }
  const readScopes = async () => {
    for (const key of keys) await key.reload();
    return keys.map(({ scopes }) => scopes);
  };
  for (const _ of ["first", "again"]) {
    await migration.up(queryInterface);
    expect(await readScopes()).toEqual([
      "submissions:read,statements:read,stats:read",
      "submissions:read,statements:read,submissions:write,statements:write",
      "stats:read",
    ]);
  }
  await migration.down(queryInterface);
  expect(await readScopes()).toEqual([
    "submissions:read,stats:read",
    "submissions:read,submissions:write",
    "stats:read",
  ]);
});
