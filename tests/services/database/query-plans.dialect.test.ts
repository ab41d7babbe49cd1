import { subDays } from "date-fns";
import { literal, Op, QueryTypes } from "sequelize";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { findDue } from "#app/database/leases.server.ts";
import { updatePlannerStatistics } from "#app/database/planner-statistics.server.ts";
import { whether } from "#app/database/poll.server.ts";
import { countAttemptsByHour } from "#app/database/queries/attempt-hours.server.ts";
import { findDueDeliveries } from "#app/database/queries/due-deliveries.server.ts";
import { hasWords } from "#app/database/queries/search-words.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { sharedJobs, singleJobs } from "#app/jobs/index.server.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { runUntil } from "#app/lib/deadline.server.ts";
import { DELIVERY_STATES } from "#app/lib/event-state.ts";
import { newId } from "#app/lib/ids.ts";
import {
  Commission,
  Delivery,
  DeliveryAttempt,
  DomainEvent,
  EventConsumption,
  Mail,
  PaidCommission,
  Submission,
} from "#app/models/index.server.ts";
import { getDashboardFrame } from "#app/routes/dashboard/dashboard-frame.server.ts";
import { loadMoneyPage } from "#app/routes/dashboard/money/money-page.server.ts";
import { loadOverviewPage } from "#app/routes/dashboard/overview/overview-page.server.ts";
import { loadSubmissionsPage } from "#app/routes/dashboard/submissions/submissions-page.server.ts";
import { AttemptsQuery } from "#app/schemas/deliveries.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { getTelegramFigures } from "#app/services/analytics/get-telegram-figures.server.ts";
import { authenticateApiKey } from "#app/services/auth/credentials/authenticate-api-key.server.ts";
import { asMember, type Member } from "#app/services/auth/sessions/member.server.ts";
import { findSession } from "#app/services/auth/sessions/sessions.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import { listAttempts } from "#app/services/deliveries/list-attempts.server.ts";
import { searchDeliveries } from "#app/services/deliveries/search-deliveries.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { queueDigests } from "#app/services/notifications/email-digests.server.ts";
import { notifyOfNewClaims } from "#app/services/notifications/notify-of-claims.server.ts";
import { listNotifications } from "#app/services/notifications/read-notifications.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { findPerson } from "#app/services/people/find-person.server.ts";
import { exportList } from "#app/services/submissions/export-submissions.server.ts";
import { findHints } from "#app/services/submissions/find-hints.server.ts";
import { findPlaces } from "#app/services/submissions/find-places.server.ts";
import { listChangedSubmissions } from "#app/services/submissions/list-changed-submissions.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { fillOnce } from "../../setup/empty-database.ts";
import { inGroups } from "../../support/in-groups.ts";
import { recordStatements } from "../../support/statements.ts";

/** The indexes that the plan of a statement names, and how it reads. */
async function readPlan(statement: string): Promise<{ indexes: string[]; text: string }> {
  const rows = await sequelize.query<Record<string, unknown>>(
    `${isSqlite ? "EXPLAIN QUERY PLAN" : "EXPLAIN"} ${statement}`,
    { type: QueryTypes.SELECT },
  );
  const text = rows
    .map((row) => (isSqlite ? row.detail : `${row.table} ${row.type} ${row.key} ${row.Extra ?? ""}`))
    .join("\n");
  const indexes = isSqlite
    ? [...text.matchAll(/INDEX (\w+)/g)].map(([, name]) => name ?? "")
    : rows.map(({ key }) => String(key));
  return { indexes, text };
}

/** The planner chooses by what it has counted. */
async function analyze(...tables: string[]): Promise<void> {
  if (!isSqlite) await sequelize.query(`ANALYZE TABLE ${tables.join(", ")}`);
  else for (const table of tables) await sequelize.query(`ANALYZE ${table}`);
}

let form: Form;
fillOnce(async () => {
  form = await createForm();
  const other = await createForm();
  // Enough that a scan would be the worse plan.
  await inGroups(600, (index) =>
    submitForm(index % 4 ? other : form, {
      now: new Date(Date.now() - index * 3_600_000),
      ...(index % 40 ? {} : { reference: "pending" }),
    }),
  );
  await Submission.update({ status: "handled", eventStatus: "failed" }, { where: { reference: null } });
  // The list asks the totals first whether there is anything to read.
  await sequelize.query(
    "INSERT INTO submissionTotals (workspaceId, day, platformId, status, eventStatus, `count`) SELECT workspaceId, day, platformId, 'handled', 'failed', `count` FROM submissionTotals",
  );
});
// Those with rows enough: of a table with two rows SQLite knows then that a scan is as good.
beforeEach(() => analyze("submissions", "deliveries", "submissionTotals"));
afterEach(async () => {
  // What was counted of these rows is not true of the next test's.
  if (isSqlite) await sequelize.query("DELETE FROM sqlite_stat1");
});

/** Within the 25 days of the claims. */
const daysAgo = (days: number) => dayIn("UTC", subDays(new Date(), days));

describe("list of submissions", () => {
  const list = (query: Record<string, unknown>) =>
    recordStatements(() =>
      listSubmissions({
        workspace: { id: form.owner.workspace.id, timeZone: "UTC" },
        query: SubmissionsQuery.parse(query),
      }),
    );

  /** Where two would do, the database chooses by what it knows of the rows. */
  test.each<[query: Record<string, unknown>, indexes: string[]]>([
    [{}, ["submissions_newest"]],
    [{ sort: "createdAt" }, ["submissions_newest"]],
    [{ page: 6 }, ["submissions_newest"]],
    [{ status: "pending" }, ["submissions_by_status", "submissions_newest"]],
    [{ from: daysAgo(12), to: daysAgo(10) }, ["submissions_newest"]],
    [{ eventStatus: "failed" }, ["submissions_by_event", "submissions_newest"]],
    [{ sort: "amount" }, ["submissions_by_amount"]],
    [{ sort: "-amount" }, ["submissions_by_amount"]],
    [{ sort: "status" }, ["submissions_by_status", "submissions_newest"]],
    [{ sort: "-status" }, ["submissions_by_status", "submissions_newest"]],
  ])("%j reads its rows in the order of an index, without sorting", async (query, allowed) => {
    const [statement = ""] = (await list(query)).filter((one) => /FROM `submissions`/.test(one));
    const { indexes, text } = await readPlan(statement);
    expect(allowed, `${statement}\n${text}`).toContain(indexes[0]);
    expect(text).not.toMatch(/filesort|TEMP B-TREE/);
  });

  /** Of values that hardly any row has; the list would ask the totals first whether there is one. */
  test.each<[query: Record<string, string>, indexes: string[]]>([
    [{ platform: "unknown" }, ["submissions_newest_by_platform"]],
    [{ form: "unknown" }, ["submissions_newest_by_form"]],
    [{ source: "rare" }, ["submissions_newest_by_source_with_broker"]],
    [{ campaign: "rare" }, ["submissions_newest_by_campaign"]],
    [{ country: "SE" }, ["submissions_newest_by_country"]],
    [{ link: "01995d0e-5b1c-7000-8000-000000000000" }, ["submissions_newest_by_link"]],
  ])("%j is found by an index, in the order of time", async (query, allowed) => {
    const workspace = { id: form.owner.workspace.id, timeZone: "UTC" };
    const rows = await exportList({ workspace, query: SubmissionsQuery.parse(query) });
    const [statement = ""] = await recordStatements(() => rows.next());
    const { indexes, text } = await readPlan(statement);
    expect(allowed, `${statement}\n${text}`).toContain(indexes[0]);
    expect(text).not.toMatch(/filesort|TEMP B-TREE/);
  });

  test("claims of a source and a broker are counted by an index alone", async () => {
    const ofWorkspace = { workspaceId: form.owner.workspace.id };
    const { platformId } = await Submission.findOne({ where: ofWorkspace, rejectOnEmpty: true });
    await Submission.update({ source: "common" }, { where: ofWorkspace });
    await analyze("submissions");
    const [statement = ""] = (await list({ source: "common", platform: platformId })).filter((one) =>
      /^SELECT `id` FROM `submissions`/.test(one),
    );
    const { indexes, text } = await readPlan(statement);
    expect(indexes, `${statement}\n${text}`).toEqual(["submissions_newest_by_source_with_broker"]);
    expect(text).toMatch(isSqlite ? /COVERING INDEX/ : /Using index(?! condition)/);
  });

  test("a list of changes reads its rows in the order of an index, without sorting", async () => {
    const workspace = { id: form.owner.workspace.id, timeZone: "UTC" };
    const cursor = { place: { at: new Date(0), id: "" }, againFrom: null };
    const query = SubmissionsQuery.parse({});
    const statements = await recordStatements(() => listChangedSubmissions({ workspace, query, cursor }));
    const [own = "", ofDeliveries = ""] = statements.filter((one) => /ORDER BY/.test(one));
    for (const [statement, index] of [
      [own, "submissions_changed"],
      [ofDeliveries, "deliveries_changed"],
    ] as const) {
      const { indexes, text } = await readPlan(statement);
      expect(indexes[0], `${statement}\n${text}`).toBe(index);
      expect(text, statement).not.toMatch(/filesort|TEMP B-TREE/);
    }
  });

  test.each(["person", "-person"])(
    "the list of submissions sorted by %s, it is read in the order of emails",
    async (sort) => {
      const [statement = ""] = (await list({ sort })).filter((one) => /FROM `submissions`/.test(one));
      const { indexes, text } = await readPlan(statement);
      expect(indexes, `${statement}\n${text}`).toEqual(["submissions_by_email"]);
      // SQLite sorts the claims of one email.
      expect(text).not.toMatch(/filesort|TEMP B-TREE FOR ORDER BY/);
    },
  );

  test("the list of submissions finds whose email begins with a text by the index of emails", async () => {
    const [statement = ""] = (await list({ search: "somebody@exam" })).filter((one) =>
      /FROM `submissions`/.test(one),
    );
    const { indexes } = await readPlan(statement);
    expect(indexes, statement).toContain("submissions_by_email");
  });

  test("the list of submissions finds a word by the index of words, and reads the new claims without words alone", async () => {
    await addSearchWords();
    await analyze("searchWords");
    const statements = (await list({ search: "somebody" })).filter((one) => /FROM searchWords/.test(one));
    const plans = await Promise.all(statements.map(readPlan));
    const text = plans.map((plan) => plan.text).join("\n");
    const [byWord, ofNew] = isSqlite
      ? [
          "sqlite_autoindex_searchWords_1",
          /SEARCH Submission USING INDEX sqlite_autoindex_submissions_1 \(id>/,
        ]
      : ["PRIMARY", /Submission range PRIMARY/];
    expect(plans.flatMap(({ indexes }) => indexes)).toContain(byWord);
    expect(text).toMatch(ofNew);
    expect(text).not.toMatch(/SCAN (w|Submission)|(w|Submission) (ALL|index) /);
  });

  test("other spellings of a mailbox are found by the index of words and the index of emails", async () => {
    const { workspace } = form.owner;
    const claim = await Submission.findOne({ where: { workspaceId: workspace.id }, rejectOnEmpty: true });
    // Not saved: the other tests count these claims.
    claim.emailKey = "some.body+ads@gmail.com";
    const statements = await recordStatements(() => findHints(claim));
    const [byWord = ""] = statements.filter((one) => one.includes("'@somebody@gmail.com'"));
    const [byEmail = ""] = statements.filter((one) => one.includes("'somebody@gmail.com'"));
    expect((await readPlan(byWord)).indexes).toEqual([
      isSqlite ? "sqlite_autoindex_searchWords_1" : "PRIMARY",
    ]);
    expect((await readPlan(byEmail)).indexes).toEqual(["submissions_by_email"]);
  });

  test("the list of submissions reads claims with a common word in their order, and looks for the word of each", async () => {
    const [statement = ""] = await recordStatements(() =>
      Submission.findAll({
        where: {
          [Op.and]: [
            { workspaceId: form.owner.workspace.id },
            literal(hasWords(form.owner.workspace.id, { begins: ["pending"], exactly: [] })),
          ],
        },
        order: [
          ["createdAt", "DESC"],
          ["id", "DESC"],
        ],
        limit: 20,
      }),
    );
    const { indexes, text } = await readPlan(statement);
    expect(indexes, `${statement}\n${text}`).toEqual(["submissions_newest", "searchWords_submission"]);
    expect(text).not.toMatch(/filesort|TEMP B-TREE|MATERIALIZED/);
  });

  test("the list of submissions skips to a page far behind by an index alone", async () => {
    const statements = (await list({ page: 3, limit: 50 })).filter((one) => /FROM `submissions`/.test(one));
    const { indexes, text } = await readPlan(statements[0] ?? "");
    expect(indexes).toContain("submissions_newest");
    expect(text).toMatch(isSqlite ? /COVERING INDEX/ : /Using index/);
    expect(statements[1]).toMatch(/`id` IN \(/);
  });

  test("the list of submissions goes on behind a place from that place of the index alone", async () => {
    const workspaceId = form.owner.workspace.id;
    const after = await Submission.findOne({ where: { workspaceId }, offset: 100, rejectOnEmpty: true });
    const [statement = ""] = await recordStatements(() =>
      findPlaces({ where: { workspaceId }, direction: "DESC", limit: 20, after }),
    );
    const { indexes, text } = await readPlan(statement);
    expect(indexes).toEqual(["submissions_newest"]);
    expect(text).toMatch(isSqlite ? /COVERING INDEX .*createdAt/ : / range submissions_newest .*Using index/);
    expect(text).not.toMatch(/filesort|TEMP B-TREE/);
  });

  test("the list of submissions looks for events of a state in the order of claims where there are many of them", async () => {
    const { id: workspaceId } = form.owner.workspace;
    await sequelize.query(
      `REPLACE INTO counts (workspaceId, basis, kind, period, value, claimDay, measure, status, eventStatus, eventState, truthState, amount)
       VALUES (:workspaceId, 'claim', 'delivery', '2026-11-01', 'meta:failed', '2026-11-01', 'claims', 'handled', 'failed', 'failed', 'verified', '2000.0000')`,
      { replacements: { workspaceId } },
    );
    while (await countMarkedDays());
    const [statement = ""] = (await list({ adPlatform: "meta", event: "failed" })).filter((one) =>
      /FROM `submissions`/.test(one),
    );
    const { indexes, text } = await readPlan(statement);
    expect(["submissions_by_status", "submissions_newest"], `${statement}\n${text}`).toContain(indexes[0]);
    expect(text).not.toMatch(/filesort|TEMP B-TREE|MATERIALIZED/);
  });

  test.each<Record<string, string>>([
    { source: "(none)" },
    { campaign: "rare", status: "pending" },
    { country: "ES", eventStatus: "failed" },
    { hour: "4", from: "2026-11-01", to: "2026-11-30" },
  ])("the list of submissions counts %j by the totals of its value", async (query) => {
    const statements = await list(query);
    const counting = statements.filter((one) => /FROM counts/.test(one));
    expect(counting).toHaveLength(1);
    const { text } = await readPlan(counting[0] ?? "");
    expect(text).toMatch(isSqlite ? /SEARCH counts USING/ : /counts (ref|range) (PRIMARY|counts_by_value)/);
  });

  test("the list of submissions finds what runs out soon by its time left", async () => {
    for (const statement of (await list({ expiresWithin: "24h", sort: "sendBefore" })).filter((one) =>
      /FROM `submissions`/.test(one),
    )) {
      const { indexes, text } = await readPlan(statement);
      expect(indexes, `${statement}\n${text}`).toContain("submissions_by_time_left");
    }
  });

  test("the list of submissions counts by the totals, without touching the rows", async () => {
    const statements = await list({ status: "rejected" });
    expect(statements.some((statement) => /FROM submissionTotals/.test(statement))).toBe(true);
    expect(statements.filter((statement) => /COUNT\(/i.test(statement))).toEqual([]);
    for (const statement of statements.filter((one) => /submissionTotals/.test(one))) {
      const { text } = await readPlan(statement);
      expect(text).toMatch(
        isSqlite
          ? /SEARCH submissionTotals USING (PRIMARY KEY|INDEX)/
          : /submissionTotals (ref|range) PRIMARY/,
      );
    }
  });

  test("the list of submissions asks as often for a hundred rows as for one", async () => {
    const few = await list({ limit: 1 });
    const many = await list({ limit: 100 });
    expect(many.length).toBe(few.length);
    expect(many.length).toBeLessThanOrEqual(5);
  });

  test("the list of submissions many problems are read in the order of an index, without sorting", async () => {
    await Submission.update({ eventState: "failed" }, { where: { eventStatus: "failed" } });
    await analyze("submissions");
    const workspace = { id: form.owner.workspace.id, timeZone: "UTC" };
    const rows = await exportList({ workspace, query: SubmissionsQuery.parse({ event: "problem" }) });
    const [statement = ""] = await recordStatements(() => rows.next());
    const { indexes, text } = await readPlan(statement);
    const inOrder = ["submissions_by_event", "submissions_by_status", "submissions_newest"];
    expect(inOrder, `${statement}\n${text}`).toContain(indexes[0]);
    expect(text).not.toMatch(/filesort|TEMP B-TREE/);
  });
});

describe("statistics", () => {
  test("the statistics read the totals by their keys, and the claims of their days by an index", async () => {
    const days = { from: "2026-10-01", to: "2026-11-22" };
    const statements = await recordStatements(() => getStatistics({ workspace: form.owner.workspace, days }));
    const read = statements.filter(
      (one) => /^SELECT/.test(one) && /Totals|FROM counts|dayMarks|FROM submissions/.test(one),
    );
    expect(read.filter((one) => one.includes("FROM counts")).length).toBeGreaterThan(1);
    for (const statement of read) {
      const { text } = await readPlan(statement);
      const scanned = text
        .split("\n")
        .filter((line) => /^(?:SCAN )?(?:s|c|counts|dayMarks|\w+Totals)(?: ALL |$)/.test(line));
      expect(scanned, `${statement}\n${text}`).toEqual([]);
    }
  });

  test("the figures of Telegram find claims, starts and people by their index", async () => {
    const days = { from: "2026-10-01", to: "2026-11-22" };
    const [statement = ""] = await recordStatements(() =>
      getTelegramFigures(form.owner.workspace, days, new Date()),
    );
    const { indexes, text } = await readPlan(statement);
    for (const index of ["submissions_newest_by_channel", "telegramStarts_started", "telegramEntries_joined"])
      expect(indexes, text).toContain(index);
    expect(text).not.toMatch(/SCAN (?!CONSTANT)| ALL /);
  });

  test("the statistics find a person by email and by phone without a scan", async () => {
    // Every submission of this file has one phone number: for that one a scan is the better plan.
    for (const search of ["somebody@example.com", "+34600555999"]) {
      const [statement = ""] = (
        await recordStatements(() => findPerson({ workspaceId: form.owner.workspace.id, search }))
      ).filter((one) => /FROM `submissions`/.test(one));
      const { indexes, text } = await readPlan(statement);
      expect(["submissions_by_email", "submissions_by_phone", "submissions_newest"], text).toContain(
        indexes[0],
      );
    }
  });
});

describe("calls that come most", () => {
  test.each<[what: string, work: () => Promise<unknown>]>([
    ["a form by its slug", () => findLiveForm(form.slug)],
    ["a session by its token", () => findSession({ token: "x" })],
    ["a session by its id", () => findSession({ sessionId: "x" })],
    ["a key's owner", () => authenticateApiKey("att_x")],
  ])("the calls that come most find %s without a scan", async (_what, work) => {
    for (const statement of await recordStatements(work)) {
      const { text } = await readPlan(statement);
      expect(text, statement).not.toMatch(isSqlite ? /^SCAN (?!CONSTANT ROW)/m : / ALL /);
    }
  });

  test("the calls that come most ask the database once who calls", async () => {
    const { cookie, sessionId } = await signInAs(form.owner);
    const token = (await sessionCookie.parse(cookie)) ?? "";
    expect(await recordStatements(() => findSession({ token }))).toHaveLength(1);
    expect(await recordStatements(() => findSession({ sessionId }))).toHaveLength(1);
    expect(await recordStatements(() => authenticateApiKey("att_x"))).toHaveLength(1);
  });

  /** What a broker pays for one of two claims of last month. */
  async function createOwed() {
    if ((await Commission.count()) > 0) return;
    const claims = await Submission.findAll({ where: { workspaceId: form.owner.workspace.id }, limit: 2 });
    const place = { workspaceId: form.owner.workspace.id, platformId: form.platforms[0]?.id ?? "" };
    const amounts = { amount: "100", currency: "EUR", createdAt: new Date() };
    await Commission.bulkCreate(
      claims.map(({ id: submissionId }) => ({ ...place, ...amounts, submissionId, month: "2026-10" })),
    );
    await PaidCommission.create({
      ...place,
      fileName: "paid.csv",
      uploadedAt: new Date(),
      line: 2,
      grain: "transaction",
      day: "2026-10-20",
      clientHash: "client",
      submissionIds: JSON.stringify([claims[0]?.id]),
      paid: "20",
      paidCurrency: "EUR",
    });
  }

  /** Each statement costs the server more than the database: a page that needs more says so here. */
  const loadMoney = (member: Member) => loadMoneyPage(new Request("http://localhost"), member);
  const loadOverview = (member: Member) => loadOverviewPage(new Request("http://localhost"), member);
  test.each<[page: string, day: string, load: (member: Member) => Promise<unknown>, most: number]>([
    ["a nearly empty page", "12", async () => null, 2],
    ["the list", "12", (member) => loadSubmissionsPage(member, new URLSearchParams()), 11],
    ["the overview", "12", loadOverview, 11],
    ["the table of money", "12", loadMoney, 5],
    // Its 28 days begin on the first.
    ["the overview", "28", loadOverview, 11],
  ])(
    "the calls that come most ask nothing twice for %s and its frame on day %s",
    async (_page, day, load, most) => {
      vi.setSystemTime(`2026-11-${day}T12:00:00Z`);
      onTestFinished(() => void vi.useRealTimers());
      const { sessionId } = await signInAs(form.owner);
      await createOwed();
      while (await countMarkedDays());
      const statements = await recordStatements(async () => {
        const session = await findSession({ sessionId });
        if (!session) throw new Error("The session has ended.");
        const member = asMember(session);
        const frame = () => getDashboardFrame(member, { requestId: "test", acceptLanguage: null });
        await runUntil({ at: Infinity, pausedAt: null }, () => Promise.all([frame(), load(member)]));
      });
      expect(new Set(statements).size, statements.join("\n")).toBe(statements.length);
      expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(most);
    },
  );

  test.each<
    [what: string, model: typeof EventConsumption | typeof Mail, where: Record<string, string>, index: string]
  >([
    ["emails", Mail, { state: "queued" }, "mails_due"],
    ["domain events", EventConsumption, { consumer: "x", state: "queued" }, "eventConsumptions_due"],
  ])("the calls that come most find due %s by their time", async (_what, model, where, index) => {
    const [statement = ""] = await recordStatements(() => findDue(model, where, 20));
    const { indexes, text } = await readPlan(statement);
    expect(indexes, text).toContain(index);
    expect(text).not.toMatch(/filesort|TEMP B-TREE/);
  });

  test("the poll finds what is due for each job without a scan", async () => {
    for (const { name, isDue } of [...sharedJobs, ...singleJobs]) {
      const { text } = await readPlan(whether(isDue?.() ?? ""));
      // A table of a few rows is read as a whole: there are three workspaces and nothing else.
      const scan = isSqlite ? /^SCAN (?!one|CONSTANT ROW|workspaces|users)/ : /^(?!workspaces|users).* ALL /;
      expect(
        text.split("\n").filter((line) => scan.test(line)),
        `${name}: ${text}`,
      ).toEqual([]);
    }
  });

  test("the calls that come most find what members are to be told, and count what is unread, without a scan", async () => {
    await consumeTogether("new-claims", notifyOfNewClaims);
    await submitForm(form);
    // Of a table of one row a scan is the better plan.
    const events = await DomainEvent.findAll({ attributes: ["id"], raw: true });
    const later = { consumer: "others", state: "queued" as const, dueAt: new Date(Date.now() + DAY) };
    await EventConsumption.bulkCreate(
      events.map(({ id }) => ({
        id: newId(),
        eventId: id,
        ...later,
        leaseToken: null,
        attemptCount: 0,
        lastError: null,
      })),
    );
    onTestFinished(async () => void (await EventConsumption.destroy({ where: { consumer: "others" } })));
    // SQLite takes its index of due rows whatever it knows.
    if (!isSqlite) await analyze("eventConsumptions", "domainEvents");
    const reader = { userId: form.owner.id, workspace: form.owner.workspace };
    const query = { page: 1, limit: 20, kind: undefined, state: undefined };
    const statements = await recordStatements(async () => {
      await consumeTogether("new-claims", notifyOfNewClaims);
      await queueDigests();
      await listNotifications({ ...reader, query });
    });
    const read = statements.filter(
      (one) => /^SELECT/.test(one) && /`(?:eventConsumptions|notifications)`/.test(one),
    );
    expect(read.length).toBeGreaterThan(3);
    for (const statement of read) {
      const { text, indexes } = await readPlan(statement);
      expect(text, statement).not.toMatch(isSqlite ? /^SCAN (?!CONSTANT ROW)/m : / ALL /);
      if (/`eventConsumptions`/.test(statement)) expect(indexes, text).toContain("eventConsumptions_due");
    }
  });
});

// Last, because its deliveries stay.
describe("delivery log", () => {
  beforeAll(async () => {
    const connection = await connectMeta(form.owner);
    const submissions = await Submission.findAll({ where: { workspaceId: form.owner.workspace.id } });
    const { workspaceId } = connection;
    const rows = submissions.map(({ id, createdAt }) => ({
      id: newId(),
      submissionId: id,
      workspaceId,
      connectionId: connection.id,
      adPlatform: "meta",
      eventId: newId(),
      state: "sent" as const,
      dueAt: null,
      leaseToken: null,
      attemptCount: 5,
      transientCount: 0,
      sendBefore: createdAt,
      createdAt,
      updatedAt: createdAt,
    }));
    await Delivery.bulkCreate(rows);
    await DeliveryAttempt.bulkCreate(
      rows.flatMap(({ id, createdAt }) =>
        [1, 2, 3, 4, 5].map((number) => ({
          deliveryId: id,
          workspaceId,
          adPlatform: "meta",
          number,
          durationMs: 1,
          at: new Date(createdAt.getTime() + number),
          outcome: number === 5 ? ("permanent" as const) : ("accepted" as const),
          httpStatus: 200,
          platformCode: null,
          message: null,
          remedy: null,
          traceId: newId(),
          request: null,
          response: null,
        })),
      ),
    );
  });
  beforeEach(() => analyze("deliveries", "deliveryAttempts"));

  test("the delivery log reads the deliveries of a submission alone, once SQLite has counted its indexes", async () => {
    // Forgets what was counted, also in the connection's memory.
    if (isSqlite) await sequelize.query("DELETE FROM sqlite_stat1");
    if (isSqlite) await sequelize.query("ANALYZE sqlite_schema");
    await updatePlannerStatistics();
    const [statement = ""] = await recordStatements(() =>
      Delivery.findAll({ where: { workspaceId: form.owner.workspace.id, submissionId: newId() } }),
    );
    const { indexes, text } = await readPlan(statement);
    expect(indexes.length, text).toBeGreaterThan(0);
    expect(indexes, text).not.toContain("deliveries_newest");
  });

  const workspace = () => ({ id: form.owner.workspace.id, timeZone: "UTC" });
  const attempts = (query: Record<string, unknown>) =>
    recordStatements(() => listAttempts({ workspace: workspace(), query: AttemptsQuery.parse(query) }));

  test.each<Record<string, unknown>>([
    {},
    { page: 3 },
    { outcome: "permanent" },
    { outcome: "fault" },
    { platform: "meta" },
    { from: "2026-11-01", to: "2026-11-30" },
  ])("%j reads its attempts in the order of an index, without sorting", async (query) => {
    const statement = (await attempts(query)).find((one) => /ORDER BY/.test(one)) ?? "";
    const { indexes, text } = await readPlan(statement);
    expect(["deliveryAttempts_newest", "deliveryAttempts_by_outcome"], `${statement}\n${text}`).toContain(
      indexes[0],
    );
    expect(text, statement).not.toMatch(/filesort|TEMP B-TREE/);
  });

  test("the delivery log finds an id of any kind without a scan", async () => {
    for (const statement of await recordStatements(() => searchDeliveries(workspace().id, newId()))) {
      const { text } = await readPlan(statement);
      expect(text, statement).not.toMatch(isSqlite ? /^SCAN (?!CONSTANT ROW)/m : / ALL /);
    }
  });

  test("due deliveries are found by their connection, however many wait", async () => {
    const due = { state: "queued" as const, dueAt: new Date(Date.now() - 1_000) };
    await Delivery.update(due, { where: {} });
    await analyze("deliveries");
    const statements = await recordStatements(() =>
      findDueDeliveries({ limit: 20, most: { connectionId: 5, adPlatform: 10, workspaceId: 10 } }),
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      const { text } = await readPlan(statement);
      const reads = text.split("\n").filter((line) => /^(?:SEARCH |SCAN )?(?:d|deliveries) /.test(line));
      expect(reads.length, text).toBeGreaterThan(0);
      for (const line of reads) {
        expect(line, text).toMatch(/deliveries_of_connection|deliveries_due/);
        expect(line, text).not.toMatch(/filesort|^SCAN/);
      }
    }
  });

  test("deliveries that are too late are found by the end of their windows, however many wait", async () => {
    await Delivery.update({ sendBefore: new Date(Date.now() + 3_600_000) }, { where: {} });
    const ids = (await Delivery.findAll({ attributes: ["id"] })).map(({ id }) => id);
    // With fewer states SQLite takes each for a large part of the table, which it then scans.
    for (const [index, state] of DELIVERY_STATES.entries())
      await Delivery.update(
        { state },
        { where: { id: ids.filter((_, at) => at % DELIVERY_STATES.length === index) } },
      );
    await analyze("deliveries");
    const [statement = ""] = await recordStatements(expireDeliveries);
    // MySQL counts the index entries of before the updates until they are purged.
    const readIndexes = async () => (await readPlan(statement)).indexes;
    await expect.poll(readIndexes, { timeout: 60_000 }).toEqual(["deliveries_overdue"]);
  });

  test("the delivery log counts the hours of a day from an index alone", async () => {
    const since = new Date(Date.now() - 24 * 3_600_000);
    const [statement = ""] = await recordStatements(() => countAttemptsByHour(workspace().id, since));
    const { indexes, text } = await readPlan(statement);
    expect(indexes, text).toContain("deliveryAttempts_newest");
  });
});
