import { expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { createForm, createMember, submitForm, toAccess } from "../../factories/index.ts";

const link = (parameters: string) => `https://go.example/?${parameters}`;

/** Three claims, and what of them a query lists, the newest first. */
async function stage() {
  const form = await createForm();
  const claim = (name: string, amount: string, parameters: string) =>
    submitForm(form, { email: `${name}@example.com`, amount, pageUrl: link(parameters) });
  const spring = await claim(
    "spring",
    "100",
    "utm_source=Telegram&utm_campaign=Spring+FTD&utm_medium=CPC&utm_content=Video+2",
  );
  const autumn = await claim("autumn", "250.50", "utm_source=tiktok&utm_campaign=Autumn&utm_medium=social");
  const plain = await claim("plain", "900", "");
  const list = async (query: Record<string, string>) => {
    const { submissions, total } = await listSubmissions({
      workspace: form.owner.workspace,
      query: SubmissionsQuery.parse(query),
    });
    expect(total).toBe(submissions.length);
    return submissions.map(({ email }) => email.split("@")[0]).toSorted();
  };
  return { form, claims: { spring, autumn, plain }, list };
}

test("claims are found by their medium and content, whatever the case, and by the lack of one", async () => {
  const { list } = await stage();
  expect(await list({ medium: "cpc" })).toEqual(["spring"]);
  expect(await list({ medium: " Social " })).toEqual(["autumn"]);
  expect(await list({ content: "video 2", campaign: "spring ftd" })).toEqual(["spring"]);
  expect(await list({ content: "(none)" })).toEqual(["autumn", "plain"]);
});

test("claims are found by an amount from and to, both included, in the workspace's currency", async () => {
  const { form, list } = await stage();
  await submitForm(form, { email: "unrated@example.com", amount: "150", currency: "AED" });
  expect(await list({ amountFrom: "100", amountTo: "250.5" })).toEqual(["autumn", "spring"]);
  expect(await list({ amountFrom: "250.51" })).toEqual(["plain"]);
  expect(await list({ amountTo: "99.99" })).toEqual([]);
  await expect(list({ amountFrom: "2", amountTo: "1" })).rejects.toThrow("The range ends before it starts");
});

test("claims are found by who decided them, a person or an API key, and a pending one by nobody", async () => {
  const { form, claims, list } = await stage();
  const checker = await createMember(form.owner, "checker");
  const decide = (access: ReturnType<typeof toAccess>, { id }: { id: string }) =>
    decideSubmission({ access, submissionId: id, input: { status: "handled" } });
  await decide(toAccess(form.owner), claims.spring);
  await decide({ ...toAccess(form.owner), userId: checker.id }, claims.autumn);
  expect(await list({ decidedBy: form.owner.id })).toEqual(["spring"]);
  expect(await list({ decidedBy: checker.id })).toEqual(["autumn"]);
  await Submission.update({ decidedByUserId: null }, { where: { id: claims.autumn.id } });
  expect(await list({ decidedBy: "api" })).toEqual(["autumn"]);
  expect(await list({ decidedBy: "nobody" })).toEqual([]);
});

test("a search finds campaigns and sources, word by word or quoted", async () => {
  const { list } = await stage();
  expect(await list({ search: "ftd spring" })).toEqual(["spring"]);
  expect(await list({ search: "TELEGRAM" })).toEqual(["spring"]);
  expect(await list({ search: '"Spring FTD"' })).toEqual(["spring"]);
  expect(await list({ search: "tiktok" })).toEqual(["autumn"]);
});
