import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { SpendMark } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { createForm, type Form, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { type App, startApp } from "../../servers/app.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText } from "../../support/html.ts";

const BEHIND = "Some days are still being added up. Reload the page in a minute.";

/** Its job would add up the days before the pages are read. */
let app: App;
beforeAll(async () => {
  app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env: { RUN_WORKER: "no" } });
});
afterAll(async () => expect(await app.kill()).toBe(0));

let form: Form;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  ({ cookie } = await signInAs(form.owner));
  await submitForm(form);
  await spend("80");
  while (await countMarkedDays());
});

const spend = (amount: string) => {
  const from = dayIn(form.owner.workspace.timeZone, new Date());
  return addSpend({
    access: toAccess(form.owner),
    spend: { name: "Fee", amount, currency: "EUR", from, source: "ig" },
  });
};
const read = async (path: string) => {
  const { status, text } = await send(app.url + path, { cookie });
  return { status, text: plainText(text) };
};

describe("money that a page lacks", () => {
  test("the overview and the money have what was just spent, and say when spend is still being added up", async () => {
    const expectShown = async (amount: string, isBehind: boolean) => {
      for (const path of [paths.overview(), paths.money()]) {
        const { text } = await read(path);
        expect(text, path).toContain(amount);
        expect(text.includes(BEHIND), path).toBe(isBehind);
      }
    };
    await expectShown("€80.00", false);
    await spend("20");
    await expectShown("€100.00", false);
    while (await countMarkedDays());
    await expectShown("€100.00", false);
    const { id: workspaceId, timeZone } = form.owner.workspace;
    const mark = { workspaceId, adPlatform: "meta", day: dayIn(timeZone, new Date()) };
    await SpendMark.create(mark);
    await expectShown("€100.00", true);
    await SpendMark.destroy({ where: { workspaceId } });
    await expectShown("€100.00", false);
  });

  test("the overview shows its claims and says that it cannot read what ads cost", async () => {
    await sequelize.query("ALTER TABLE adObjects RENAME TO adObjectsAway");
    const { status, text } = await read(paths.overview()).finally(() =>
      sequelize.query("ALTER TABLE adObjectsAway RENAME TO adObjects"),
    );
    expect(status).toBe(200);
    expect(text).toContain(messages.loading.spend);
    expect(text).not.toContain("Ad spend");
    expect(text).toContain("Last 28 days");
    await eventually(() => {
      const faults = app.log().filter(({ level }) => level >= 50);
      expect(faults).toMatchObject([{ msg: "what ads cost could not be read" }]);
    });
    expect((await read(paths.overview())).text).not.toContain(messages.loading.spend);
  });
});
