import { isDeepStrictEqual } from "node:util";
import { sandboxClients } from "../sandbox/brokers/clients.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { type DrillDatabase, startDrillDatabase, startSqliteDatabase } from "./database.ts";
import type { Drill } from "./drill.ts";
import { startSpoiledBroker } from "./spoiled-answers.ts";

const LONG = 10_000;
const SHORT = 1_000;
/** Numbers that look like chance and are the same each time. */
const SEED = 20_261_130;

/**
 * The APIs of brokers are asked about claims in each state, and no answer says anything. Whatever is stored of claims
 * and evidence stays, and a clear answer counts afterwards.
 */
const createDrill = (name: string, startDatabase: () => Promise<Pick<DrillDatabase, "stop">>): Drill => ({
  name,
  async run({ isLong }) {
    const planned = isLong ? LONG : SHORT;
    const database = await startDatabase();
    const sandbox = await startSandboxServer();
    try {
      const { chances } = await import("../tests/support/change-claims.ts");
      const claims = await import("./answered-claims.ts");
      const { forms, awaited } = await claims.createAnsweredClaims(sandbox.url);
      const before = await claims.readDecided(forms);
      const random = chances(SEED);
      const broker = await startSpoiledBroker(sandbox.url, random);
      const given = () => [...broker.counts.values()].reduce((all, one) => all + one, 0);
      let changed = 0;
      while (given() < planned) {
        await claims.askAgain(broker.url);
        if (!isDeepStrictEqual(await claims.readDecided(forms), before)) changed += 1;
      }
      await broker.close();
      const asked = Object.fromEntries([...broker.counts].sort());
      const answers = given();
      await claims.askAgain(sandbox.url);
      const late = await claims.countUnanswered(awaited);
      const { decided } = await claims.readDecided(forms);
      return {
        figures: {
          answers,
          ...asked,
          "claims decided before": before.decided.filter(({ status }) => status !== "pending").length,
          "times that a decision, an event or evidence had changed": changed,
          "claims that a clear answer says nothing of afterwards": late,
        },
        goals: [
          { goal: "no decision, event or evidence changed", isMet: changed === 0 },
          { goal: "a clear answer counts afterwards", isMet: late === 0 },
          {
            goal: "it decides nothing either",
            isMet: isDeepStrictEqual(
              decided.map(({ status }) => status),
              before.decided.map(({ status }) => status),
            ),
          },
        ],
      };
    } finally {
      sandboxClients.clear();
      await sandbox.close();
      await database.stop();
    }
  },
});

export const unclearAnswers = createDrill("unclear answers on MySQL", startDrillDatabase);
export const unclearAnswersOnSqlite = createDrill("unclear answers on SQLite", startSqliteDatabase);
