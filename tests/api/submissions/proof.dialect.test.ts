import { beforeEach, expect, test } from "vitest";
import { ProofEntry } from "#app/models/index.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { getKinds, sendClaim, toProofPath, verified } from "../../support/proofs.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

let form: Form;
let token: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner);
  ({ token } = await signInAs(form.owner));
});

const download = async (id: string) => (await site.send(toProofPath(id), { token })).text;

const sentClaim = () => sendClaim(site, form, token);

test("the proof of a submission older than proofs holds what its rows say", async () => {
  const { id } = await sentClaim();
  await ProofEntry.destroy({ where: { submissionId: id } });
  const parallel = await Promise.all([download(id), download(id), download(id)]);
  for (const text of parallel) expect(getKinds(await verified(text))).toHaveLength(4);
  expect((await verified(parallel[0] ?? "")).entries.at(2)?.values.request).toContain("event_id");
  await ProofEntry.destroy({ where: { submissionId: id } });
  await site.decide(token, id, { status: "handled", amount: "180", currency: "EUR" });
  expect(getKinds(await verified(await download(id))).slice(-2)).toEqual(["corrected", "corrected"]);
});

test("a proof that a decision begins for an older submission holds the decision once", async () => {
  const { id } = await submitForm(form);
  await ProofEntry.destroy({ where: { submissionId: id } });
  await site.decide(token, id, { status: "handled" });
  expect(getKinds(await verified(await download(id)))).toEqual(["submitted", "decided", "attempted"]);
});
