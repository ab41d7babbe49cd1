import { Op } from "sequelize";
import { send } from "../tests/support/client.ts";
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
    for (;;) {
      const response = await send(`${url()}/api/optin/${form.slug}/submit`, { json }).catch(() => null);
      if (response) statuses.add(response.status);
      if (response?.status === 201) {
        const id = String(response.json.submissionId);
        if (acknowledged.has(id)) doubled += 1;
        acknowledged.set(id, email);
        onAcknowledged?.();
        return;
      }
      await pause(AGAIN_MS);
    }
  };
  const sent: Promise<void>[] = [];
  let total = typeof submits === "number" ? submits : Number.POSITIVE_INFINITY;
  const stop = () => {
    total = sent.length;
  };
  if (typeof submits !== "number") submits.then(stop, stop);
  const getRate = typeof perSecond === "number" ? () => perSecond : perSecond;
  let due = 0;
  let lastAt = performance.now();
  while (sent.length < total) {
    const now = performance.now();
    due = Math.min(total, due + ((now - lastAt) / 1_000) * getRate());
    lastAt = now;
    while (sent.length < due) sent.push(submit());
    await pause(10);
  }
  await Promise.all(sent);
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
