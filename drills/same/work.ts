import { MINUTE } from "#app/lib/dates.ts";
import { send } from "../../tests/support/client.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { queryDatabase } from "../../tests/support/query-database.ts";
import type { Goal } from "../drill.ts";
import { type Client, signIn } from "./client.ts";
import type { Prepared } from "./filled.ts";
import type { Place } from "./place.ts";
import { LEFT_AT } from "./prepare.ts";
import { createScrub, type Recording, record } from "./record.ts";
import { untilIdle } from "./until-idle.ts";

/** What became of work that another server has left. */
export type DoneWork = { recording: Recording; goals: Goal[] };

const WAIT_MS = 5 * MINUTE;

/** Serves a build on what the base has left undone until nothing is left, and records what became of it. */
export async function finishWork(place: Place, build: string, prepared: Prepared): Promise<DoneWork> {
  const { databaseUrl, now, mail, sandbox } = place;
  const { kept, erased, exportId } = prepared;
  const app = await place.serve(build);
  await untilIdle(databaseUrl, now);
  const [decided, changes, matches] = [
    await signIn(app.url, "decided"),
    await signIn(app.url, "changes"),
    await signIn(app.url, "matches"),
  ];
  const asked = await answerQuestion(decided, prepared.askedStatementId);
  const laterId = await confirmLater(app.url, kept);
  const later = await untilMatched(decided, kept.statementId, laterId);
  await untilIdle(databaseUrl, now);

  const own = { since: LEFT_AT, names: new Map([[laterId, "later claim"]]), isOfWork: true };
  const scrub = createScrub(own);
  const recording = await record({ url: app.url, prepared, ...own });
  const download = await send(`${app.url}/dashboard/submissions/exports/${exportId}`, {
    cookie: changes.cookie,
  });
  const lines = scrub(download.text).split("\n");
  recording.answers["changes export in the background"] = { status: download.status, lines };
  const mails = mail.received
    .map(
      ({ subject, envelopeTo, text = "" }) => `${envelopeTo} ${scrub(withoutTimes(`${subject}: ${text}`))}`,
    )
    .sort();
  recording.answers.mails = { status: 200, lines: mails };
  const events = sandbox
    .events()
    .map((event) => scrub(`${event.platform} ${event.eventId} ${event.accepted}`));
  recording.answers["events at the ad platforms"] = { status: 200, lines: events.sort() };

  const [job] = prepared.jobs.matches ?? [];
  const bulk = (await matches.call(`/api/optin/dashboard/submissions/jobs/${job}`)).json;
  const states = await queryDatabase(
    databaseUrl,
    "SELECT COUNT(*) AS n FROM deliveries WHERE dueAt IS NOT NULL AND state IN ('queued', 'retrying')",
  );
  const shown = JSON.stringify(
    Object.entries(recording.answers).filter(([address]) => address.includes("/api/statements")),
  );
  return {
    recording,
    goals: [
      { goal: "waiting mails are sent", isMet: mails.length >= prepared.waitingMails },
      { goal: "held and retried events are sent", isMet: Number(states[0]?.n) === 0 },
      {
        goal: "a job goes on after its server was killed",
        isMet: bulk.state === "done" && bulk.failed === 0,
      },
      { goal: "files are read, and a question is answered", isMet: asked === "ready" },
      { goal: "a list is written in the background", isMet: download.status === 200 && lines.length > 2 },
      { goal: "an erased person is in no statement", isMet: !shown.includes(erased.email) },
      { goal: "a later claim is found by keyed hashes of a deleted file", isMet: later },
    ],
  };
}

/** Links with tokens, when something was, and how many events a digest found to tell of when it left. */
const withoutTimes = (text: string) =>
  text
    .replaceAll(/token=\S+/g, "token=…")
    .replaceAll(/\d{1,2}:\d\d(?: (?:AM|PM))?/g, "(time)")
    .replaceAll(/\d+ (?=events (?:didn't reach|could not be sent))/g, "(some) ")
    .replaceAll(/\s+/g, " ");

async function answerQuestion({ call }: Client, id: string): Promise<string> {
  const columns = ["account", "amount", "ignore"].map((meaning, index) => ({ index, meaning }));
  const json = { columns, currency: "EUR" };
  await call(`/api/statements/${id}`, { method: "PATCH", json });
  return eventually(async () => {
    const { status } = (await call(`/api/statements/${id}`)).json.statement;
    if (["reading", "matching"].includes(status)) throw new Error("It is not read yet.");
    return status;
  }, WAIT_MS);
}

/** A visitor whose deposit stands in a file that is deleted. */
async function confirmLater(url: string, kept: Prepared["kept"]): Promise<string> {
  const { formSlug, platformId: platform, account: reference, amount } = kept;
  const json = {
    email: "later@example.com",
    phone: "+34600555198",
    consent: true,
    submissionKey: "later-claim",
    platform,
    reference,
    amount,
    currency: "EUR",
  };
  return (await send(`${url}/api/optin/${formSlug}/submit`, { json })).json.submissionId;
}

/** Whether the statement confirms the claim. */
const untilMatched = ({ call }: Client, statementId: string, claimId: string): Promise<boolean> =>
  eventually(async () => {
    const { json } = await call(`/api/statements/${statementId}/rows?group=certain`);
    const found = (json.matches as { submissionIds: string[] }[]).some((one) =>
      one.submissionIds.includes(claimId),
    );
    if (!found) throw new Error("It is not matched yet.");
    return true;
  }, WAIT_MS).catch(() => false);
