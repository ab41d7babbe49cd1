import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { Workspace } from "#app/models/index.server.ts";
import { createOwner, createPlatforms, type Owner, signInAs } from "../../factories/index.ts";
import { retryWhileBusy } from "../../support/busy.ts";
import type { TestResponse } from "../../support/client.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

type Change = (ids: string[], turn: number) => { method: string; path: string; json: object };

const PLATFORMS = "/api/affiliate/platforms";
const changes: [what: string, change: Change][] = [
  [
    "of the default platform",
    (ids, turn) => ({ method: "PATCH", path: `${PLATFORMS}/${ids[turn]}/default`, json: {} }),
  ],
  [
    "of the order of platforms",
    (ids, turn) => ({
      method: "PATCH",
      path: `${PLATFORMS}/reorder`,
      json: { orderedIds: [...ids.slice(turn), ...ids.slice(0, turn)] },
    }),
  ],
];

/** While another transaction holds the lock of the workspace. */
async function whileLocked(owner: Owner, work: () => Promise<void>): Promise<void> {
  await inTransaction(async (transaction) => {
    await Workspace.findByPk(owner.workspace.id, { lock: true, transaction });
    await work();
  });
}

test.each(changes)(
  "as many changes %s at once as a process has connections all succeed, and another workspace is read meanwhile",
  async (_what, change) => {
    const owner = await createOwner();
    const [{ token }, other] = [await signInAs(owner), await signInAs(await createOwner())];
    const ids = (await createPlatforms(config.databasePool, { owner })).map(({ id }) => id);
    let waiting: Promise<TestResponse>[] = [];
    await whileLocked(owner, async () => {
      waiting = ids.map((_id, turn) => {
        const { path, ...call } = change(ids, turn);
        return retryWhileBusy(() => site.send(path, { token, ...call }));
      });
      // One after the other: the second is sent when all have begun.
      for (const _turn of [1, 2])
        expect((await site.send(PLATFORMS, { token: other.token })).status).toBe(200);
    });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(ids.map(() => 200));
  },
);
