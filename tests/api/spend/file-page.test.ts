import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { SpendAccount, SpendImport } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { answerSpendFile } from "#app/services/spend/answer-spend.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { uploadSpendFiles } from "#app/services/spend/upload-spend.server.ts";
import { storeFile } from "#app/services/uploads/uploads.server.ts";
import { connectMeta, createOwner, type Owner, signInAs, toAccess } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText, readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

let owner: Owner;
let cookie: string;
beforeEach(async () => {
  owner = await createOwner({ currency: "EUR" });
  ({ cookie } = await signInAs(owner));
});

const untilRead = (id: string) =>
  eventually(async () =>
    expect(await SpendImport.findByPk(id)).toMatchObject({ state: "ready", dueAt: null }),
  );

/** Uploads a file of Meta that the site reads. */
async function upload(name: string, headings: string, ...lines: string[]): Promise<string> {
  const { id: workspaceId } = owner.workspace;
  const file = await storeFile({ workspaceId, name }, [Buffer.from([headings, ...lines].join("\n"))]);
  const { uploaded } = await uploadSpendFiles({ access: toAccess(owner), files: [file] });
  const [{ id } = { id: "" }] = uploaded;
  await eventually(async () => expect((await SpendImport.findByPk(id))?.state).toMatch(/ready|columns/));
  return id;
}

/** An ad account that is connected, and what it read of a day. */
async function readAccount(accountId: string): Promise<void> {
  const { id: workspaceId } = owner.workspace;
  const { id: connectionId } = await connectMeta(owner);
  const account = await SpendAccount.create({
    workspaceId,
    connectionId,
    adPlatform: "meta",
    accountId: `act_${accountId}`,
    credential: "",
    tokenEnding: "",
    state: "invalid",
    attemptCount: 0,
    createdAt: new Date(),
  });
  const reading = { workspaceId, origin: "account", accountRef: account.id, reportedAt: new Date() } as const;
  const spend = {
    day: "2026-11-02",
    adPlatform: "meta",
    accountId,
    campaign: { objectId: "1", name: "Summer" },
    adSet: null,
    ad: null,
    source: null,
    currency: "EUR",
    amount: "10",
    impressions: null,
    clicks: null,
    conversions: null,
  };
  await inTransaction((transaction) => saveSpend(reading, [spend], transaction));
}

const read = async (id: string) => plainText((await site.send(paths.spendFile({ id }), { cookie })).text);

const DAYS = "Day,Account ID,Campaign name,Campaign ID,Amount spent (EUR)";
const WITHOUT_ACCOUNT = "Day,Campaign name,Amount spent (EUR)";

describe("page of a spend file", () => {
  test("it says which lines are totals, which cannot be read, and that a spreadsheet has spoilt ids", async () => {
    const id = await upload(
      "meta.csv",
      DAYS,
      "2026-11-02,900,Summer,1.20E+17,10.50",
      "2026-11-03,900,Summer,1.20E+17,7.00",
      "2026-11-03,900,Winter,1.30E+17,much",
      "someday,900,Winter,1.30E+17,3.00",
      "Total,,,,17.50",
    );
    const text = await read(id);
    expect(text).toContain("2 rows, 2 unreadable");
    expect(text).toContain("Lines with totals were left out: 1. Line 6: Total, €17.50");
    expect(text).toContain("Some ids lost digits in a spreadsheet: campaigns are matched by name.");
    expect(text).toContain("The spend of these lines is missing: €3.00.");
    expect(text).toContain('Line 4: "much" is no amount. Line 5: "someday" is no day. €3.00');
  });

  test("it says that totals do not count beside their parts, and how an amount of many days is spread", async () => {
    const headings =
      "Reporting starts,Reporting ends,Campaign name,Campaign ID,Ad set name,Ad set ID,Amount spent (EUR)";
    const id = await upload(
      "month.csv",
      headings,
      "2026-11-01,2026-11-30,Summer,1,,,300.00",
      "2026-11-01,2026-11-30,Summer,1,Broad,11,200.00",
      "2026-11-01,2026-11-30,Summer,1,Narrow,12,100.00",
    );
    const text = await read(id);
    expect(text).toContain("3 rows, 1 not counted, spread over its days");
    expect(text).toContain(
      "Rows not counted: 1 with €300.00, because they are totals whose parts are in the file too. Campaigns: Summer.",
    );
    expect(text).toContain(
      "This file does not say each day. Its amounts are spread evenly over the days that each row says.",
    );
  });

  test("it says which rows of other files count in its place, and which of its own", async () => {
    const first = await upload(
      "meta first.csv",
      DAYS,
      "2026-11-02,900,Summer,1,10.50",
      "2026-11-03,900,Winter,2,7",
    );
    const second = await upload("meta second.csv", DAYS, "2026-11-02,900,Summer,1,11.00");
    expect(await read(second)).toContain(
      "Earlier rows that were replaced: 1 with €10.50. Files: meta first.csv.",
    );
    await answerSpendFile({ access: toAccess(owner), importId: first, answers: { currency: "USD" } });
    await untilRead(first);
    expect(await read(first)).toContain(
      "Rows not counted: 1 with $10.50, because a file that was uploaded later says the same. Campaigns: Summer.",
    );
    const total = await upload("meta total.csv", "Day,Account ID,Amount spent (EUR)", "2026-11-02,900,40.00");
    expect(await read(total)).toContain(
      "Rows not counted: 1 with €40.00, because they are totals of an account whose campaigns are known.",
    );
    await upload("meta days.csv", DAYS, "2026-11-03,900,Summer,1,5.00", "2026-11-04,900,Summer,1,4.00");
    const late = await upload(
      "meta late.csv",
      "Reporting starts,Reporting ends,Account ID,Campaign name,Campaign ID,Amount spent (EUR)",
      "2026-11-03,2026-11-04,900,Summer,1,9.00",
    );
    expect(await read(late)).toContain(
      "Rows not counted: 1 with €9.00, because they are for a period whose days are known. Campaigns: Summer.",
    );
  });

  test("it says which account is new, and which campaigns of earlier files count beside it", async () => {
    await upload("meta first.csv", DAYS, "2026-11-02,900,Summer,1,10.50");
    const other = await upload("meta other.csv", DAYS, "2026-11-02,901,Autumn,3,4.00");
    expect(await read(other)).toContain("A new account: 901. Delete the file if it is not yours.");
    await upload("meta named.csv", WITHOUT_ACCOUNT, "2026-11-04,Spring,6.00");
    const renamed = await upload("meta renamed.csv", WITHOUT_ACCOUNT, "2026-11-04,Spring sale,6.50");
    expect(await read(renamed)).toContain(
      "Campaigns of earlier files count on these days too: Spring, with €6.00. If this file has one of them",
    );
  });

  test("it says what a connected ad account reads itself, and that it may be that account's file", async () => {
    await readAccount("900");
    const own = await upload("meta own.csv", DAYS, "2026-11-02,900,Summer,1,10.00");
    expect(await read(own)).toContain(
      "Rows not counted: 1 with €10.00, because a connected ad account reads these days itself. Campaigns: Summer.",
    );
    const unnamed = await upload("meta unnamed.csv", WITHOUT_ACCOUNT, "2026-11-02,Another,6.00");
    expect(await read(unnamed)).toContain(
      "This file names no ad account, and a connected one reads the same days. If it is that account’s file",
    );
  });

  test("it asks for another ad platform's name, and counts its spend under it", async () => {
    const id = await upload("mine.csv", "Day,Campaign,Spend,Currency", "2026-11-02,Summer,3.00,EUR");
    const text = await read(id);
    expect(text).toContain("Which ad platform is this file of?");
    expect(text).toContain("Another one");
    const post = (form: Record<string, string>) =>
      site.send(paths.spendFile({ id }), {
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
        form: { intent: "read", adPlatform: "other", ...form },
      });
    const unnamed = await post({});
    expect(unnamed.status).toBe(400);
    expect(plainText(unnamed.text)).toContain(messages.spend.adPlatformNameRequired);
    const misnamed = await post({ adPlatformName: "площадка" });
    expect(misnamed.status).toBe(400);
    expect(plainText(misnamed.text)).toContain(messages.spend.adPlatformNameShape);
    expect((await post({ adPlatformName: "Mobidea" })).status).toBe(303);
    await untilRead(id);
    const list = await site.send(`${paths.spend()}?from=2026-11-02&to=2026-11-02&groupBy=platform`, {
      cookie,
    });
    expect(plainText(list.text)).toContain("Mobidea €3.00");
  });

  test("a form that was made before another window answered changes nothing, and shows what is saved", async () => {
    const id = await upload("mine.csv", "Day,Campaign,Spend,Currency", "2026-11-02,Summer,3.00,EUR");
    const seenIn = (text: string) => readAttributes(text, "input", { name: "seen" }).value ?? "";
    const post = (form: Record<string, string>) =>
      site.send(paths.spendFile({ id }), {
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
        form: { intent: "read", ...form },
      });
    const seen = seenIn((await site.send(paths.spendFile({ id }), { cookie })).text);
    const named = { adPlatform: "other", adPlatformName: "Reddit Ads" };
    expect((await post({ ...named, seen })).status).toBe(303);
    await untilRead(id);
    const late = await post({ adPlatform: "meta", seen });
    expect(late.status).toBe(409);
    expect(plainText(late.text)).toContain(messages.fields.readMeanwhile);
    expect(readAttributes(late.text, "input", { name: "adPlatformName" }).value).toBe("Reddit Ads");
    expect((await SpendImport.findByPk(id))?.adPlatform).toBe("Reddit Ads");
    expect((await post({ adPlatform: "meta", seen: seenIn(late.text) })).status).toBe(303);
    await eventually(async () =>
      expect(await SpendImport.findByPk(id)).toMatchObject({ state: "ready", adPlatform: "meta" }),
    );
  });
});
