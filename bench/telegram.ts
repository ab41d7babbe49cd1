import { parseArgs } from "node:util";
import { startDrillDatabase } from "../drills/database.ts";
import { percentile } from "../drills/drill.ts";
import { listenToBots } from "../drills/listen-to-bots.ts";
import { runSteadily } from "../drills/visitors.ts";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { startApp } from "../tests/servers/app.ts";
import { freePort } from "../tests/servers/free-port.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { send } from "../tests/support/client.ts";
import { telegramPeople } from "../tests/support/telegram-people.ts";
import { AS_IN_PRODUCTION } from "./servers.ts";

/**
 * `npm run bench -- --only telegram`: people press Start at a steady rate and Telegram calls for each, while visitors
 * submit a form to the same process, which also works. What counts is the time until the bot's first answer arrives.
 */
const { values: options } = parseArgs({ options: { seconds: { type: "string", default: "30" } } });
const SECONDS = Number(options.seconds);
const WARM_UP_SECONDS = 5;
const OWNERS = 3;
const UPDATES_PER_SECOND = 20;
const SUBMITS_PER_SECOND = 50;
const GOAL_MS = 1_000;
const ANSWER_MAX_MS = 30_000;

const port = await freePort();
// This process connects the bots, and Telegram calls a loopback address from a sandbox only.
process.env.PUBLIC_URL = `http://localhost:${port}`;
const database = await startDrillDatabase();
const heard = listenToBots();
const sandbox = await startSandboxServer({ onReply: heard.onReply });

async function run(): Promise<boolean> {
  const { createOwnersInTelegram } = await import("../drills/people-in-telegram.ts");
  const { createForm, optInBody, unique } = await import("../tests/factories/index.ts");
  const owners = await createOwnersInTelegram({ sandboxUrl: sandbox.url, owners: OWNERS });
  const form = await createForm();
  const app = await startApp({
    databaseUrl: database.url,
    env: {
      ...sandboxEnvironment(sandbox.url),
      PUBLIC_URL: `http://localhost:${port}`,
      PORT: String(port),
      LOG_LEVEL: "warn",
      POLL_MS: "1000",
      NODE_OPTIONS: AS_IN_PRODUCTION.join(" "),
    },
  });
  const people = telegramPeople(sandbox.url);
  let begun = 0;
  let unanswered = 0;
  const pressStart = async (tookMs: number[]) => {
    const bot = Number(owners[begun++ % OWNERS]?.bot.telegramId);
    const person = await people.createPerson();
    const startedAt = performance.now();
    await people.pressLink(bot, person);
    const answer = await heard.openChat(bot, person.id).next(() => true, ANSWER_MAX_MS);
    if (answer) tookMs.push(answer.at - startedAt);
    else unanswered += 1;
  };
  const submitsMs: number[] = [];
  let refused = 0;
  const submit = async () => {
    const startedAt = performance.now();
    const json = optInBody(form, { submissionKey: unique() });
    const { status } = await send(`${app.url}/api/optin/${form.slug}/submit`, { json });
    submitsMs.push(performance.now() - startedAt);
    if (status !== 201) refused += 1;
  };
  const pressFor = (seconds: number, tookMs: number[]) =>
    runSteadily(() => pressStart(tookMs), {
      times: UPDATES_PER_SECOND * seconds,
      perSecond: UPDATES_PER_SECOND,
    });
  console.log(
    `telegram: ${UPDATES_PER_SECOND} updates a second to ${OWNERS} bots for ${SECONDS} s, beside ${SUBMITS_PER_SECOND} submits a second`,
  );
  const tookMs: number[] = [];
  const pressing = pressFor(WARM_UP_SECONDS, []).then(() => pressFor(SECONDS, tookMs));
  await runSteadily(submit, { times: pressing, perSecond: SUBMITS_PER_SECOND });
  await pressing;
  const show = (times: number[]) => [0.5, 0.95, 0.99].map((share) => percentile(times, share)).join(", ");
  const isMet = percentile(tookMs, 0.95) <= GOAL_MS;
  console.log(
    `  first answer after p50, p95, p99: ${show(tookMs)} ms of ${tookMs.length} (goal ${GOAL_MS}: ${isMet ? "met" : "MISSED"}); without an answer: ${unanswered}; 429 of Telegram: ${heard.refusedAt.length}`,
  );
  console.log(`  submits p50, p95, p99: ${show(submitsMs)} ms of ${submitsMs.length}; not 201: ${refused}`);
  await app.kill();
  return isMet && unanswered === 0 && heard.refusedAt.length === 0;
}

const isWell = await run().finally(async () => {
  await sandbox.close();
  await database.stop();
});
process.exit(isWell ? 0 : 1);
