import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { send } from "../../tests/support/client.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { queryAll, queryDatabase } from "../../tests/support/query-database.ts";
import { type Base, lendFile } from "../base.ts";
import { type Client, signIn, untilRead } from "./client.ts";
import type { Filled, FilledFile, Prepared } from "./filled.ts";
import { type Dialect, openPlace, type Place } from "./place.ts";
import { untilIdle } from "./until-idle.ts";

/** The generator's files are of the month before. */
export const FILLED_AT = new Date("2026-11-03T09:00:00Z");
/** Ten claims of a statement whose file is gone. */
const KEPT_ACCOUNTS = Array.from({ length: 10 }, (_, index) => String(84_123_300 + index));
const KEPT_AMOUNT = "250";

export const backupsIn = (folder: string) => ({
  settled: path.join(folder, "settled"),
  unfinished: path.join(folder, "unfinished"),
});

/**
 * Has the base fill a database, and backs it up twice: when nothing is left to do, and with mails, events, jobs, files
 * and an erasure under way.
 */
export async function prepare(base: Base, dialect: Dialect, folder: string): Promise<Prepared> {
  const place = await openPlace(dialect, FILLED_AT);
  const { databaseUrl, now } = place;
  const { settled, unfinished } = backupsIn(folder);
  try {
    await place.run(base.build, "migrate");
    await place.run(base.build, "seed");
    lendFile(base, "drills/same/filled.ts");
    const told = path.join(folder, "filled.json");
    await place.runSource(base.source, lendFile(base, "drills/same/fill.ts"), told);
    const { matched, decided }: Filled = JSON.parse(readFileSync(told, "utf8"));

    const app = await place.serve(base.build);
    const owners = await signInAll(app.url);
    const statements = await decide(owners.decided, decided);
    const kept = await keepWithoutFile(owners.decided, decided, databaseUrl);
    await changeByHand(owners);
    const news = { intent: "publish", title: "Maintenance on Sunday", category: "Product" };
    await (await signIn(app.url, "admin")).post("/admin/news", news);
    const privateHref = await confirm(app.url, kept);
    await untilIdle(databaseUrl, now);
    await app.kill();
    await place.run(base.build, "backup", "--to", settled);

    const bulkJobId = await leaveJob(place, base);
    const left = await leaveWork({ place, base, statements, decided });
    await place.run(base.build, "backup", "--to", unfinished);
    const prepared: Prepared = {
      files: matched,
      jobs: { matches: [bulkJobId] },
      kept,
      privateHref,
      ...left,
    };
    writeFileSync(path.join(folder, "prepared.json"), JSON.stringify(prepared));
    return prepared;
  } finally {
    await place.stop();
  }
}

type Owners = Record<"demo" | "decided" | "changes" | "matches", Client>;

async function signInAll(url: string): Promise<Owners> {
  return {
    demo: await signIn(url, "demo"),
    decided: await signIn(url, "decided"),
    changes: await signIn(url, "changes"),
    matches: await signIn(url, "matches"),
  };
}

const one = <Value>(list: Value[], index = 0): Value => {
  const value = list[index];
  if (value === undefined) throw new Error("The database is not filled as expected.");
  return value;
};

/** Reads the files, verifies the certain claims of the first two and takes those of the second back. */
async function decide(owner: Client, files: FilledFile[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const id = await owner.upload("statements", file);
    await untilRead(owner, id);
    ids.push(id);
  }
  for (const id of ids.slice(0, 2)) {
    const json = { group: "certain", status: "handled" };
    await ok(owner.call(`/api/statements/${id}/decide`, { json }));
    await untilRead(owner, id);
  }
  await ok(owner.call(`/api/statements/${one(ids, 1)}/undo`, { method: "POST" }));
  return ids;
}

async function ok(sent: ReturnType<Client["call"]>) {
  const response = await sent;
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response;
}

/** A statement whose file was deleted after its time: only keyed hashes of its rows are left. */
async function keepWithoutFile(
  owner: Client,
  files: FilledFile[],
  databaseUrl: string,
): Promise<Prepared["kept"]> {
  const { platformId } = one(files);
  const day = FILLED_AT.toISOString().slice(0, 10);
  const lines = KEPT_ACCOUNTS.map((account) => `${account};${day} 08:00:00Z;Deposit;${KEPT_AMOUNT}.00;EUR\n`);
  const text = `Login;Time;Type;Amount;Currency\n${lines.join("")}`;
  const statementId = await owner.upload("statements", { name: "kept.csv", text, platformId });
  await untilRead(owner, statementId);
  const expired = new Date(FILLED_AT.getTime() - DAY).toISOString().replace("T", " ").replace("Z", "");
  await queryAll(databaseUrl, [
    `UPDATE statements SET expiresAt = '${expired}' WHERE id = '${statementId}'`,
    // All that run once an hour or a day do it now, and not while something is compared.
    `UPDATE jobRuns SET dueAt = '${expired}'`,
  ]);
  await eventually(async () => {
    const sql = `SELECT fileDeletedAt FROM statements WHERE id = '${statementId}'`;
    if (!one(await queryDatabase(databaseUrl, sql)).fileDeletedAt) throw new Error("The file is kept.");
  });
  const { forms } = (await owner.call("/api/forms")).json;
  const account = one(KEPT_ACCOUNTS);
  return { statementId, platformId, account, formSlug: forms[0].slug, amount: KEPT_AMOUNT };
}

/** What owners do by hand. */
async function changeByHand({ demo, decided }: Owners): Promise<void> {
  const claims = "/api/optin/dashboard/submissions";
  const list = async (owner: Client, query: string) =>
    (await owner.call(`${claims}?${query}`)).json.submissions as { _id: string }[];
  const put = (owner: Client, id: string, json: object) =>
    ok(owner.call(`${claims}/${id}`, { method: "PUT", json }));
  const [first, second, third] = await list(demo, "status=handled&event=sent&limit=3");
  const verified = { status: "handled", amount: "175", currency: "EUR" };
  await put(demo, first?._id ?? "", { ...verified, correctionReason: "The broker says so" });
  await put(demo, second?._id ?? "", { status: "handled", chargedBack: true });
  await put(demo, third?._id ?? "", { ...verified, amount: "20", currency: "USD" });
  const [waiting, rejected] = await list(demo, "status=pending&limit=2");
  await put(demo, waiting?._id ?? "", { ...verified, note: "Seen in the back office" });
  await put(demo, rejected?._id ?? "", { status: "rejected", reason: "not_found", showReason: true });
  await ok(demo.call("/api/exchange-rates", { json: { from: "USD", to: "AED", rate: "3.6725" } }));
  await ok(demo.call("/api/user/api-keys", { json: { name: "CRM", scopes: ["submissions:read"] } }));
  const { workspaces } = (await demo.call("/api/workspaces")).json;
  const guest = { email: "checker@recorded.example", role: "checker" };
  await ok(demo.call(`/api/workspaces/${one<{ id: string }>(workspaces).id}/invitations`, { json: guest }));
  const fee = { name: "A fee", amount: "120", currency: "EUR", from: "2026-10-20", source: "instagram" };
  await ok(decided.call("/api/spend", { json: fee }));
}

/** A job over all waiting claims, whose server is killed in the middle. */
async function leaveJob(place: Place, { build }: Base): Promise<string> {
  const app = await place.serve(build);
  const { matches } = await signInAll(app.url);
  const path = "/api/optin/dashboard/submissions";
  const json = { filter: { status: "pending" }, status: "handled" };
  const { id } = (await ok(matches.call(`${path}/bulk`, { json }))).json.job;
  await eventually(async () => {
    const { changed } = (await matches.call(`${path}/jobs/${id}`)).json;
    if (changed === 0) throw new Error("The job has not begun.");
  });
  await app.kill("SIGKILL");
  return id;
}

/** A visitor of another broker's client, with a private page. */
async function confirm(url: string, { formSlug, platformId }: Prepared["kept"]): Promise<string> {
  const json = {
    email: "private@example.com",
    phone: "+34600555199",
    platform: platformId,
    consent: true,
    amount: "99",
    currency: "EUR",
    submissionKey: "private-page",
  };
  const response = await send(`${url}/api/optin/${formSlug}/submit`, { json });
  return response.json.privateHref;
}

type Left = Pick<Prepared, "askedStatementId" | "erased" | "exportId" | "replays" | "waitingMails">;

/** What a server without a worker leaves to the next one. */
async function leaveWork({
  place,
  base,
  statements,
  decided,
}: {
  place: Place;
  base: Base;
  statements: string[];
  decided: FilledFile[];
}): Promise<Left> {
  const { databaseUrl } = place;
  const app = await place.serve(base.build, { hasWorker: false });
  const owners = await signInAll(app.url);
  // Mails.
  await ok(owners.demo.call("/api/auth/forgot-password", { json: { email: "demo@attesto.example" } }));
  const message = {
    name: "Iria",
    email: "iria@example.com",
    subject: "sales",
    message: "How much is it for ten?",
  };
  await ok(owners.demo.call("/api/contact/submit", { json: message }));
  // Events that wait so that they can be taken back.
  const held = { group: "certain", status: "handled", holdSeconds: 600 };
  await ok(owners.decided.call(`/api/statements/${one(statements, 2)}/decide`, { json: held }));
  const replayId = await leaveEvents(place, owners.demo);
  // Files that nobody has read.
  const { platforms } = (await owners.demo.call("/api/affiliate/platforms")).json;
  for (const { id } of platforms as { id: string }[])
    await owners.demo.post(`/dashboard/statements/samples/${id}`, { intent: "sample" });
  const untitled = "a;b;c\n8412;250;x\n8413;260;y\n8414;270;z\n";
  const { platformId } = one(decided);
  const askedStatementId = await owners.decided.upload("statements", {
    name: "untitled.csv",
    text: untitled,
    platformId,
  });
  const spend = "Day,Campaign name,Campaign ID,Account ID,Amount spent (EUR),Impressions\n";
  const days = ["2026-10-28", "2026-10-29"].map((day) => `${day},X,9001,900,45.50,1200\n`);
  await owners.changes.upload("spend/uploads", { name: "meta.csv", text: spend + days.join("") });
  // Rates, which change commissions and comparable amounts.
  await ok(owners.changes.call("/api/exchange-rates", { json: { from: "USD", to: "EUR", rate: "0.91" } }));
  // A person who stands in statements.
  const query = "/api/optin/dashboard/submissions?truth=confirmed&limit=1";
  const [person] = (await owners.decided.call(query)).json.submissions;
  const { email, reference } = person.formData;
  await owners.decided.post("/dashboard/person", { intent: "erase", search: email });
  const exportId = await leaveExport(owners.changes, databaseUrl);
  await app.kill();
  const [{ n } = { n: 0 }] = await queryDatabase(
    databaseUrl,
    "SELECT COUNT(*) AS n FROM mails WHERE state = 'queued'",
  );
  return {
    askedStatementId,
    erased: { email, account: reference },
    waitingMails: Number(n),
    exportId,
    replays: { demo: [replayId] },
  };
}

/** Events whose ad platform is away, and failed ones that are sent again. */
async function leaveEvents({ sandbox }: Place, { call }: Client): Promise<string> {
  const { connections } = (await call("/api/user/connections")).json;
  await sandbox.play(connections[0].asset.id, "500");
  const claims = "/api/optin/dashboard/submissions";
  const { submissions } = (await call(`${claims}?status=pending&sort=createdAt&limit=3`)).json;
  for (const { _id } of submissions as { _id: string }[])
    await ok(call(`${claims}/${_id}`, { method: "PUT", json: { status: "handled" } }));
  const range = { platform: "meta", from: "2026-10-27", to: "2026-11-03", dryRun: false };
  return (await ok(call("/api/deliveries/replay", { json: range }))).json.replay.id;
}

/** A list that is too long to be sent at once. */
async function leaveExport({ call }: Client, databaseUrl: string): Promise<string> {
  const { user } = (await call("/api/auth/me")).json;
  const { workspaces } = (await call("/api/workspaces")).json;
  const id = newId();
  const at = "2026-11-03 09:30:00.000";
  const values = [
    id,
    workspaces[0].id,
    user._id,
    "csv",
    '{"page":1,"limit":20,"sort":"-createdAt"}',
    1,
    0,
    "queued",
  ];
  const texts = values.map((value) => `'${value}'`).join(", ");
  await queryAll(databaseUrl, [
    `INSERT INTO listExports (id, workspaceId, userId, format, query, total, writtenCount, state, attemptCount, dueAt, createdAt)
     VALUES (${texts}, 0, '${at}', '${at}')`,
  ]);
  return id;
}

export const LEFT_AT = new Date(FILLED_AT.getTime() + 45 * MINUTE);
