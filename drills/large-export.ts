import { startApp } from "../tests/servers/app.ts";
import { send } from "../tests/support/client.ts";
import { residentMb } from "../tests/support/resident-memory.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";

const LONG = 1_000_000;
const SHORT = 20_000;
const BATCH = 500;
const WARM_UP = 10_000;
const ADDED_MB = 50;

/** An owner exports everything. */
export const largeExport: Drill = {
  name: "large export",
  async run({ isLong }) {
    const count = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const app = await startApp({ databaseUrl: database.url });
    try {
      const { createForm, signInAs } = await import("../tests/factories/index.ts");
      const [few, many] = [await createForm(), await createForm()];
      await createSubmissions(few.id, WARM_UP);
      await createSubmissions(many.id, count);
      const exportAs = async ({ owner }: typeof few) => {
        const { token } = await signInAs(owner);
        return readExport(`${app.url}/api/user/export`, token, () => megabytes(app.pid));
      };
      // What the server holds after it has worked: its code compiled, its pools filled.
      const warm = await exportAs(few);
      const { token } = await signInAs(many.owner);
      for (let i = 0; i < 50; i++) await send(`${app.url}/api/optin/dashboard/submissions`, { token });
      const before = megabytes(app.pid);
      const startedAt = performance.now();
      const large = await exportAs(many);
      const added = large.peakMb - Math.max(before, warm.peakMb);
      return {
        figures: {
          claims: large.claims,
          "MB of file": Math.round(large.bytes / 1e6),
          seconds: Math.round((performance.now() - startedAt) / 1_000),
          "MB of memory before": Math.round(before),
          "MB of memory at the peak": Math.round(large.peakMb),
        },
        goals: [
          { goal: "every claim is in the file", isMet: large.claims === count },
          { goal: `at most ${ADDED_MB} MB more`, isMet: added <= ADDED_MB },
        ],
      };
    } finally {
      await app.kill();
      await database.stop();
    }
  },
};

const megabytes = (pid: number) => residentMb(pid) ?? 0;

async function readExport(url: string, token: string, measure: () => number) {
  const { body, status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (status !== 200 || !body) throw new Error(`The export answered ${status}.`);
  let [bytes, claims, peakMb] = [0, 0, 0];
  let isReading = true;
  const measuring = (async () => {
    while (isReading) {
      peakMb = Math.max(peakMb, measure());
      await pause(50);
    }
  })();
  let rest = "";
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    const text = rest + Buffer.from(chunk).toString("latin1");
    const parts = text.split('"consentAt":');
    claims += parts.length - 1;
    rest = (parts.at(-1) ?? "").slice(-20);
  }
  isReading = false;
  await measuring;
  return { bytes, claims, peakMb };
}

/** Copies of one real submission, with what the unique keys and the ids need. */
async function createSubmissions(formId: string, count: number): Promise<void> {
  const { inTransaction } = await import("#app/database/connection.server.ts");
  const { insertSubmissions } = await import("#app/database/queries/submission-inserts.server.ts");
  const { addToTotals } = await import("#app/database/queries/totals.server.ts");
  const { newId } = await import("#app/lib/ids.ts");
  const { sha256 } = await import("#app/lib/random.server.ts");
  const { OptInForm, Submission } = await import("#app/models/index.server.ts");
  const { submitForm, findOwner } = await import("../tests/factories/index.ts");
  const { OptInFormPlatform, Platform } = await import("#app/models/index.server.ts");
  const row = await OptInForm.findByPk(formId, { rejectOnEmpty: true });
  const places = await OptInFormPlatform.findAll({ where: { formId } });
  const platforms = await Platform.findAll({ where: { id: places.map(({ platformId }) => platformId) } });
  const owner = await findOwner(row.workspaceId);
  const { id } = await submitForm({ id: formId, slug: row.slug, owner, platforms, row });
  const stored = (await Submission.findByPk(id, { rejectOnEmpty: true })).get({ plain: true });
  const {
    verifiedAmount: _verifiedAmount,
    verifiedCurrency: _verifiedCurrency,
    correctedAmount: _correctedAmount,
    correctedCurrency: _correctedCurrency,
    correctedAt: _correctedAt,
    handledAt: _handledAt,
    chargedBackAt: _chargedBackAt,
    withdrawnAt: _withdrawnAt,
    erasedAt: _erasedAt,
    ...template
  } = stored;
  for (let made = 1; made < count; ) {
    const rows = Array.from({ length: Math.min(BATCH, count - made) }, (_, index) => {
      const email = `visitor-${made + index}@example.com`;
      const createdAt = new Date(template.createdAt.getTime() - (made + index) * 1_000);
      const submissionKey = sha256(email);
      return {
        ...template,
        id: newId(),
        email,
        emailKey: email,
        uniqueEmail: email,
        submissionKey,
        createdAt,
      };
    });
    await inTransaction(async (transaction) => {
      await insertSubmissions(rows as Parameters<typeof insertSubmissions>[0], transaction);
      await addToTotals(rows, transaction);
    });
    made += rows.length;
  }
}
