import { beforeAll, describe, expect, test } from "vitest";
import { MINUTE } from "#app/lib/dates.ts";
import { firstIdAt, newId, timeOfId } from "#app/lib/ids.ts";
import { SearchProgress, SearchWord, Submission } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { changeReference } from "#app/services/submissions/change-reference.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { addLateSearchWords, addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// Its job would write the words, too.
beforeAll(stopIdleApp);

const list = (form: Form, query: Record<string, string>) =>
  listSubmissions({ workspace: form.owner.workspace, query: SubmissionsQuery.parse(query) });

/** Two claims, and the names of those that a search finds. */
async function stage() {
  const form = await createForm();
  const claim = (name: string, fields: Record<string, string>, parameters: string) =>
    submitForm(form, {
      email: `${name}.lind@example.com`,
      pageUrl: `https://go.example/?${parameters}`,
      ...fields,
    });
  const claims = {
    jose: await claim(
      "jose",
      { reference: "MT884213", amount: "1250.50", currency: "EUR", phone: "+34600111222" },
      "utm_campaign=Verano+%C3%9Anico&utm_source=tiktok",
    ),
    ana: await claim(
      "ana",
      { reference: "77-4421", amount: "90", currency: "EUR", phone: "+34600333444" },
      "",
    ),
  };
  const found = async (search: string) => {
    const { submissions, total } = await list(form, { search });
    expect(total).toBe(submissions.length);
    return submissions.map(({ email }) => email.split(".")[0]).toSorted();
  };
  return { form, claims, found };
}

const hasWords = (submissionId: string) => SearchWord.count({ where: { submissionId } });

describe.each(["before their words are written", "once they have their words"])("claims, %s,", (when) => {
  test("are found by the beginning of a word, either end of the phone number, and the amount", async () => {
    const { found } = await stage();
    const other = await createForm();
    await submitForm(other, { email: "jose@example.com" });
    if (when === "once they have their words") await addSearchWords();
    expect(await found("jose")).toEqual(["jose"]);
    expect(await found("LIND")).toEqual(["ana", "jose"]);
    expect(await found("ana.li")).toEqual(["ana"]);
    expect(await found("884213")).toEqual(["jose"]);
    expect(await found("77-44")).toEqual(["ana"]);
    expect(await found("3444")).toEqual(["ana"]);
    expect(await found("600 111-222")).toEqual(["jose"]);
    expect(await found("1.250,5")).toEqual(["jose"]);
    expect(await found("tiktok verano")).toEqual(["jose"]);
    expect(await found("tiktok ana")).toEqual([]);
    expect(await found("-")).toEqual(["ana"]);
  });
});

test("claims that have their words are found whatever the accents, and not by the inside of a word", async () => {
  const { claims, found } = await stage();
  await addSearchWords();
  expect(await found("josé unico")).toEqual(["jose"]);
  expect(await found("ose")).toEqual([]);
  await submitForm(await createForm());
  await addSearchWords();
  expect(await hasWords(claims.ana.id)).toBeGreaterThan(0);
});

test("a claim whose account number or amount changes is found by the new one alone", async () => {
  const { form, claims, found } = await stage();
  await addSearchWords();
  const { id: submissionId, workspaceId } = claims.jose;
  await changeReference({ workspaceId, submissionId, reference: "55-900" });
  expect([await found("884213"), await found("55-900")]).toEqual([[], ["jose"]]);
  const input = { status: "handled" as const, amount: "1300", currency: "EUR" };
  await decideSubmission({ access: toAccess(form.owner), submissionId, input });
  expect([await found("1250.5"), await found("1300")]).toEqual([[], ["jose"]]);
});

test("an erased person leaves no word, also while words are written", async () => {
  const { claims } = await stage();
  await addSearchWords();
  const { id: submissionId, workspaceId } = claims.jose;
  const late = await submitForm(await createForm(), { email: "late@example.com" });
  await Promise.all([
    eraseClaim({ workspaceId, submissionId, access: null }),
    eraseClaim({ workspaceId: late.workspaceId, submissionId: late.id, access: null }),
    addSearchWords(),
    addSearchWords(),
  ]);
  for (const claim of [claims.jose, late]) {
    const words = await SearchWord.findAll({ where: { submissionId: claim.id }, raw: true });
    expect(words.map(({ word }) => word)).toContain("erased person");
    expect(JSON.stringify(words)).not.toMatch(/jose|late|884213|111222/);
  }
});

test("a deleted claim leaves no word", async () => {
  const { claims } = await stage();
  await addSearchWords();
  await Submission.destroy({ where: { id: claims.ana.id } });
  expect([await hasWords(claims.ana.id), await hasWords(claims.jose.id)]).toEqual([0, expect.any(Number)]);
});

test("a claim that was committed late gets its words", async () => {
  const { claims, found } = await stage();
  const later = firstIdAt(new Date(timeOfId(claims.ana.id).getTime() + MINUTE));
  await SearchProgress.create({ name: "claims", submissionId: later });
  await addSearchWords();
  expect([await hasWords(claims.ana.id), await found("ana")]).toEqual([0, []]);
  await addLateSearchWords();
  expect(await found("ana")).toEqual(["ana"]);
});

test("words are written for more claims than one step takes, and a common one is counted to a thousand", async () => {
  const form = await createForm();
  const claim = await submitForm(form, { reference: "many" });
  const row = { ...claim.get({ plain: true }), uniqueEmail: null };
  await Submission.bulkCreate(
    Array.from({ length: 1_004 }, (_, index) => ({
      ...row,
      id: newId(),
      submissionKey: `copy-${index}`,
      email: `${index % 2 ? "odd" : "even"}-${index}@example.com`,
    })),
  );
  await addSearchWords();
  expect(await SearchWord.count({ where: { word: "many" } })).toBe(1_005);
  const all = await list(form, { search: "man" });
  expect([all.total, all.hasMore, all.submissions.length]).toEqual([1_000, true, 20]);
  const odd = await list(form, { search: "many odd", limit: "100", page: "6" });
  expect([odd.total, odd.submissions.length]).toEqual([502, 2]);
});
