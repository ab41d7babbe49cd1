import { Op } from "sequelize";
import { send, type TestResponse } from "../tests/support/client.ts";
import { type Goal, pause } from "./drill.ts";

const AGAIN_MS = 100;
/** Beside claims that were there before. */
const VISITORS = "visitor-%@example.com";

type Options = {
  /** Where the server is now; it may have moved. */
  url(): string;
  /** How many, or until when. */
  submits: number | Promise<unknown>;
  perSecond: number | (() => number);
  /** A form that is there, in place of a new one. */
  form?: { slug: string; platforms: { id: string }[] };
  /** A submit was acknowledged. */
  onAcknowledged?: () => void;
  /** What the comparison waits for. */
  settled?: () => Promise<void>;
};

/** Sends a request again until it is answered with this status, as clients do. */
export async function sendUntil<Response extends { status: number } = TestResponse>(
  status: number,
  request: () => Promise<Response>,
  statuses: Set<number>,
): Promise<Response> {
  for (;;) {
    const response = await request().catch(() => null);
    if (response) statuses.add(response.status);
    if (response?.status === status) return response;
    await pause(AGAIN_MS);
  }
}

type Rate = { times: Options["submits"]; perSecond: Options["perSecond"] };

/** Begins something at a steady rate, however long each takes, and waits for the end of all. */
export async function runSteadily(run: () => Promise<void>, { times, perSecond }: Rate): Promise<void> {
  const begun: Promise<void>[] = [];
  let total = typeof times === "number" ? times : Number.POSITIVE_INFINITY;
  const stop = () => {
    total = begun.length;
  };
  if (typeof times !== "number") times.then(stop, stop);
  const getRate = typeof perSecond === "number" ? () => perSecond : perSecond;
  let due = 0;
  let lastAt = performance.now();
  while (begun.length < total) {
    const now = performance.now();
    due = Math.min(total, due + ((now - lastAt) / 1_000) * getRate());
    lastAt = now;
    while (begun.length < due) begun.push(run());
    await pause(10);
  }
  await Promise.all(begun);
}

type Outcome = { figures: Record<string, string | number>; goals: Goal[] };

/**
 * Visitors confirm at a steady rate, each with one key until there is a response. The promise holds the
 * comparison with what is stored. Import models only after the database has started.
 */
export async function confirmSteadily({
  url,
  submits,
  perSecond,
  onAcknowledged,
  ...given
}: Options): Promise<Outcome> {
  const { createForm, optInBody, unique } = await import("../tests/factories/index.ts");
  const form = given.form ?? (await createForm());
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  let doubled = 0;
  const submit = async () => {
    const email = `visitor-${unique()}@example.com`;
    const json = optInBody(form, { email, submissionKey: unique() });
    const path = () => `${url()}/api/optin/${form.slug}/submit`;
    const response = await sendUntil(201, () => send(path(), { json }), statuses);
    const id = String(response.json.submissionId);
    if (acknowledged.has(id)) doubled += 1;
    acknowledged.set(id, email);
    onAcknowledged?.();
  };
  await runSteadily(submit, { times: submits, perSecond });
  await given.settled?.();
  return compareWithStored(acknowledged, { statuses, doubled });
}

async function compareWithStored(
  acknowledged: Map<string, string>,
  { statuses, doubled }: { statuses: Set<number>; doubled: number },
): Promise<Outcome> {
  const { Submission } = await import("#app/models/index.server.ts");
  const { checkTotals } = await import("#app/services/submissions/check-totals.server.ts");
  const where = { email: { [Op.like]: VISITORS } };
  const rows = await Submission.findAll({ where, attributes: ["id", "email"], raw: true });
  const stored = new Map(rows.map(({ id, email }) => [id, email]));
  const lost = [...acknowledged].filter(([id, email]) => stored.get(id) !== email).length;
  const tooMany = doubled + stored.size - acknowledged.size;
  const differing = await checkTotals();
  return {
    figures: {
      acknowledged: acknowledged.size,
      lost,
      doubled: tooMany,
      "totals that differ": differing,
      statuses: [...statuses].sort().join(", "),
    },
    goals: [
      { goal: "nothing lost", isMet: lost === 0 },
      { goal: "nothing doubled", isMet: tooMany === 0 },
      { goal: "every total true", isMet: differing === 0 },
      { goal: "no status but 201 and 503", isMet: [...statuses].every((one) => one === 201 || one === 503) },
    ],
  };
}
