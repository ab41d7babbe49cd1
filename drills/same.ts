import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import { buildBase, PROJECT } from "./base.ts";
import type { Drill, Goal } from "./drill.ts";
import { type Client, signIn, untilRead } from "./same/client.ts";
import { compare, print } from "./same/compare.ts";
import type { Prepared } from "./same/filled.ts";
import { DIALECTS, type Dialect, openPlace } from "./same/place.ts";
import { backupsIn, FILLED_AT, LEFT_AT, prepare } from "./same/prepare.ts";
import { type Recording, record } from "./same/record.ts";
import { settle } from "./same/until-idle.ts";
import { finishWork } from "./same/work.ts";

/** All jobs that run once a day are due. */
const SETTLED_AT = new Date(FILLED_AT.getTime() + 25 * HOUR);
/** Somewhat later, so that "3 hours ago" is said of all that happens meanwhile. */
const RECORDED_AT = new Date(SETTLED_AT.getTime() + 3 * HOUR + 20 * MINUTE);

/** What decides how a recording is made. */
const RECORDER = [
  ...readdirSync(path.join(PROJECT, "drills/same")).map((file) => `drills/same/${file}`),
  "drills/same.ts",
];

/** Beside the answers to calls: what is asked about files. */
const QUESTIONS = "questions about files";

type Recorded = { shown: Recording; work: Recording; goals: Goal[] };

/**
 * Everything that the product shows is as it was at an earlier commit: calls, pages, exports, figures, and what files
 * say of claims. Each difference is printed, and has its reason in the notes of a change.
 */
export const same: Drill = {
  name: "same",
  async run({ base: named }) {
    const base = buildBase(named);
    const goals: Goal[] = [];
    const figures: Record<string, number> = {};
    for (const dialect of DIALECTS) {
      const folder = path.join(
        base.store,
        `${dialect}-${fingerprint("drills/same/fill.ts", "drills/same/prepare.ts")}`,
      );
      const prepared = await once(path.join(folder, "prepared.json"), () => {
        tell(`${dialect}: the base fills a database`);
        return prepare(base, dialect, renew(folder));
      });
      const own = path.join(folder, `recording-${fingerprint(...RECORDER)}.json.gz`);
      const before = await once(own, () => {
        tell(`${dialect}: the base is recorded`);
        return recordBuild({ build: base.build, dialect, folder, prepared });
      });
      const build = path.join(PROJECT, "build");
      tell(`${dialect}: these sources are recorded`);
      const after = await recordBuild({ build, dialect, folder, prepared, wanted: before });
      const shown = compare(before.shown, after.shown);
      const work = compare(before.work, after.work);
      print(`${dialect}, what is shown`, shown);
      print(`${dialect}, work that was left`, work);
      figures[`answers, ${dialect}`] = Object.keys({
        ...before.shown.answers,
        ...before.work.answers,
      }).length;
      goals.push(
        { goal: `everything is shown as before on ${dialect}`, isMet: shown.length === 0 },
        { goal: `work that was left ends as before on ${dialect}`, isMet: work.length === 0 },
        { goal: `old proofs verify on ${dialect}`, isMet: await areProofsValid(before.shown) },
        ...after.goals.map(({ goal, isMet }) => ({ goal: `${goal} on ${dialect}`, isMet })),
      );
    }
    return { figures, goals };
  },
};

/** It takes minutes. */
const tell = (what: string) => console.log(`  ${new Date().toISOString().slice(11, 19)} ${what}`);

/** Tells whether what is kept was made by these very files. */
function fingerprint(...files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(readFileSync(path.join(PROJECT, file)));
  return hash.digest("hex").slice(0, 8);
}

function renew(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Reads what an earlier run has kept in a file, or makes and keeps it. */
async function once<Value>(file: string, make: () => Promise<Value>): Promise<Value> {
  if (existsSync(file))
    return JSON.parse(String(file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file)));
  const value = await make();
  const text = JSON.stringify(value);
  writeFileSync(`${file}.unfinished`, file.endsWith(".gz") ? gzipSync(text) : text);
  renameSync(`${file}.unfinished`, file);
  return value;
}

type Options = { build: string; dialect: Dialect; folder: string; prepared: Prepared; wanted?: Recorded };

/** Brings a build to copies of the prepared databases and records what it shows and does. */
async function recordBuild({ build, dialect, folder, prepared, wanted }: Options): Promise<Recorded> {
  const { settled, unfinished } = backupsIn(folder);
  const restore = async (backup: string, start: Date) => {
    const place = await openPlace(dialect, start);
    await place.run(build, "restore", "--from", backup);
    await place.run(build, "migrate");
    return place;
  };
  const quiet = await restore(settled, SETTLED_AT);
  let shown: Recording;
  try {
    const names = new Map<string, string>();
    const reader = await quiet.serve(build, { standsAt: SETTLED_AT });
    const settledAt = await settle(quiet, SETTLED_AT);
    const questions = await readFiles(reader.url, prepared, names);
    await settle(quiet, settledAt);
    await reader.kill();
    const { url } = await quiet.serve(build, { standsAt: RECORDED_AT, hasWorker: false });
    const addresses = wanted && {
      wanted: Object.keys(wanted.shown.answers).filter((key) => key !== QUESTIONS),
    };
    tell("  what it shows");
    shown = await record({ url, prepared, since: SETTLED_AT, names, ...addresses });
    shown.answers[QUESTIONS] = { status: 200, json: questions };
  } finally {
    await quiet.stop();
  }
  tell("  work that was left");
  const busy = await restore(unfinished, LEFT_AT);
  try {
    const { recording, goals } = await finishWork(busy, build, prepared);
    return { shown, work: recording, goals };
  } finally {
    await busy.stop();
  }
}

/**
 * Has the generator's and the demo's files read, one after the other, and answers what is asked.
 * @returns the questions
 */
async function readFiles(
  url: string,
  { files }: Prepared,
  names: Map<string, string>,
): Promise<Record<string, unknown>> {
  const questions: Record<string, unknown> = {};
  const owner = await signIn(url, "matches");
  for (const file of files) {
    const id = await owner.upload("statements", file);
    names.set(id, file.name);
    questions[file.name] = await answerAll(owner, id, file);
  }
  const demo = await signIn(url, "demo");
  const { platforms } = (await demo.call("/api/affiliate/platforms")).json;
  for (const { id: platformId, name } of platforms as { id: string; name: string }[]) {
    const { headers } = await demo.post(`/dashboard/statements/samples/${platformId}`, { intent: "sample" });
    const id = headers.get("location")?.split("/").at(-1)?.split("?")[0] ?? "";
    names.set(id, `sample of ${name}`);
    questions[`sample of ${name}`] = await answerAll(demo, id, { platformId });
  }
  return questions;
}

/** What an owner says of a file whose columns do not say it. */
async function answerAll(
  owner: Client,
  id: string,
  { platformId }: { platformId: string },
): Promise<unknown> {
  const { status, questions } = await untilRead(owner, id);
  if (status !== "columns") return questions;
  const answers: Record<string, unknown> = { platform: { platformId }, timeZone: { timeZone: "UTC" } };
  const json = Object.assign(
    {},
    ...(questions as { id: string }[]).map((one) => answers[one.id] ?? { confirm: true }),
  );
  await owner.call(`/api/statements/${id}`, { method: "PATCH", json });
  await untilRead(owner, id);
  return questions;
}

/** Whether today's code verifies every proof that the base has given out. */
async function areProofsValid({ answers }: Recording): Promise<boolean> {
  const proofs = Object.entries(answers).flatMap(([address, { status, lines }]) =>
    address.includes("/api/proofs/") && status === 200 && lines ? [lines.join("\n")] : [],
  );
  const published = answers["stranger /.well-known/attesto-keys.json"]?.json as { keys: { x: string }[] };
  const checked = await Promise.all(proofs.map((text) => verifyProof(text, published.keys)));
  return proofs.length > 0 && checked.every(({ problems }) => problems.length === 0);
}
