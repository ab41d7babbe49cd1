import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { type ProofFile, toProofText } from "#app/lib/proof/proof-file.ts";
import { generateSigningKey, readSigningKey } from "#app/lib/proof/signing-keys.server.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.server.ts";
import { ProofEntry, Submission } from "#app/models/index.server.ts";
import { eraseFromProof } from "#app/services/proof/erase-from-proof.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner);
  ({ token, cookie } = await signInAs(form.owner));
});

const toPath = (id: string) => `/api/optin/dashboard/submissions/${id}/proof`;
const download = async (id: string) => (await site.send(toPath(id), { token })).text;
const getKinds = ({ entries }: ProofFile) => entries.map(({ record }) => record.kind);
const isErased = ({ salt, values }: ProofFile["entries"][number]) =>
  salt === null && Object.keys(values).length === 0;

function verified(text: string): ProofFile {
  const { proof, problem } = verifyProof(text);
  expect(problem).toBeNull();
  return proof as ProofFile;
}

/** Confirmed, verified, accepted and corrected. */
async function sentClaim() {
  const submission = await submitForm(form, { amount: "250", currency: "EUR" });
  await site.decide(token, submission.id, { status: "handled" });
  await site.decide(token, submission.id, { status: "handled", amount: "200", currency: "EUR" });
  return submission;
}

describe("proof of a submission", () => {
  test("the proof of a submission leads from the confirmation to the platform's receipt", async () => {
    const { id, email } = await sentClaim();
    const { status, headers, text } = await site.send(toPath(id), { token });
    expect([status, headers.get("content-disposition")]).toEqual([
      200,
      `attachment; filename="proof-${id}.json"`,
    ]);
    const proof = verified(text);
    expect(getKinds(proof)).toEqual(["submitted", "decided", "attempted", "corrected"]);
    const [submitted, decided, attempted, corrected] = proof.entries;
    expect(submitted?.values).toMatchObject({ email, consentText: expect.any(String) });
    expect(submitted?.record.facts).toMatchObject({ amount: "250.00", currency: "EUR" });
    expect(decided?.record.facts).toMatchObject({ from: "pending", to: "handled", amount: "250.00" });
    const { deliveries } = (await site.read(token, id)).json;
    expect(attempted?.record.facts).toMatchObject({
      adPlatform: "meta",
      eventId: deliveries[0].eventId,
      outcome: "accepted",
      traceId: deliveries[0].attempts[0].traceId,
    });
    expect(attempted?.values.request).toContain("event_id");
    expect(corrected?.record.facts).toEqual({ amount: "200.00", currency: "EUR" });
    expect(JSON.stringify(proof.entries.map(({ record }) => record))).not.toContain(email);
  });

  test("the proof of a submission fails with any byte altered", async () => {
    const { id } = await sentClaim();
    const bytes = Buffer.from(await download(id));
    const passed = bytes.reduce((count, byte, index) => {
      const altered = Buffer.from(bytes);
      altered[index] = byte ^ 1;
      return verifyProof(altered.toString()).problem === null ? count + 1 : count;
    }, 0);
    expect(passed).toBe(0);
    expect(verifyProof(`${bytes} `).problem).toBe("The text of the file was changed.");
  });

  test("the proof of a submission fails with an entry left out, even if the file is written anew", async () => {
    const proof = verified(await download((await sentClaim()).id));
    proof.entries.splice(1, 1);
    expect(verifyProof(toProofText(proof)).problem).toBe("The file was changed after it was made.");
  });

  test("the proof of a submission is signed by a published key and by no other", async () => {
    const text = await download((await sentClaim()).id);
    const { keys } = (await site.send("/.well-known/attesto-keys.json")).json;
    expect(verifyProof(text, keys).problem).toBeNull();
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect(verifyProof(text, [readSigningKey(generateSigningKey()).jwk]).problem).toContain(
      "not the issuer's",
    );
  });

  test("the proof of a submission stays valid when the person is erased, and no longer tells who it was", async () => {
    const { id, email, workspaceId } = await sentClaim();
    await inTransaction(async (transaction) => {
      const submission = await Submission.findByPk(id, { lock: true, transaction, rejectOnEmpty: true });
      await eraseFromProof(submission, transaction);
      await submission.update({ email: "erased", phone: "" }, { transaction });
    });
    const text = await download(id);
    const proof = verified(text);
    expect(getKinds(proof)).toEqual(["submitted", "decided", "attempted", "corrected", "erased"]);
    expect(proof.entries.every(isErased)).toBe(true);
    expect(text).not.toContain(email);
    await Submission.destroy({ where: { id, workspaceId } });
    expect(getKinds(verified(await download(id)))).toEqual(getKinds(proof));
  });

  test("the proof of a submission older than proofs holds what its rows say", async () => {
    const { id } = await sentClaim();
    await ProofEntry.destroy({ where: { submissionId: id } });
    const parallel = await Promise.all([download(id), download(id), download(id)]);
    for (const text of parallel) expect(getKinds(verified(text))).toHaveLength(4);
    expect(verified(parallel[0] ?? "").entries.at(2)?.values.request).toContain("event_id");
    await ProofEntry.destroy({ where: { submissionId: id } });
    await site.decide(token, id, { status: "handled", amount: "180", currency: "EUR" });
    expect(getKinds(verified(await download(id))).slice(-2)).toEqual(["corrected", "corrected"]);
  });

  test("a proof that a decision begins for an older submission holds the decision once", async () => {
    const { id } = await submitForm(form);
    await ProofEntry.destroy({ where: { submissionId: id } });
    await site.decide(token, id, { status: "handled" });
    expect(getKinds(verified(await download(id)))).toEqual(["submitted", "decided", "attempted"]);
  });

  test("the proof of a submission is a 404 for another workspace", async () => {
    const { id } = await submitForm(await createForm());
    expect((await site.send(toPath(id), { token })).status).toBe(404);
    expect((await site.send(toPath("none"), { token })).status).toBe(404);
  });

  test("the proof of a submission can be read and printed by its owner", async () => {
    const { id, email } = await sentClaim();
    const { status, text } = await site.send(`/dashboard/submissions/${id}/proof`, { cookie });
    expect([status, readText(text, "h1")]).toEqual([200, "Proof"]);
    for (const shown of [email, "Sent to Meta: accepted", "The amount was corrected", "250.00 EUR"])
      expect(text).toContain(shown);
    expect(text).toMatch(/[A-Z][a-z]{2} \d{1,2}, 20\d\d, \d\d:\d\d:\d\d/);
    expect(text).toContain("To check");
    await site.decide(token, id, { status: "handled", chargedBack: true });
    const later = (await site.send(`/dashboard/submissions/${id}/proof`, { cookie })).text;
    expect(later).toContain("The broker took the amount back");
    const sheet = (await site.send(`/dashboard/submissions?open=${id}`, { cookie })).text;
    expect(sheet).toContain(`href="/dashboard/submissions/${id}/proof"`);
  });

  test("the proof of a submission is the visitor's on the private link, without what was sent", async () => {
    const { id, email } = await sentClaim();
    const privateLink = `/optin/${form.slug}/mine/${createPrivateToken(id)}`;
    expect((await site.send(privateLink)).text).toContain(`${privateLink}/proof"`);
    const { status, text, headers } = await site.send(`${privateLink}/proof`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store, no-transform"]);
    const [submitted, , attempted] = verified(text).entries;
    expect(submitted?.values.email).toBe(email);
    expect(attempted && isErased(attempted)).toBe(true);
    expect((await site.send(`/optin/${form.slug}/mine/anything/proof`)).status).toBe(404);
  });
});

test("npm run verify-proof checks a file offline", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "proof-"));
  const file = path.join(folder, "proof.json");
  const keys = path.join(folder, "keys.json");
  writeFileSync(keys, (await site.send("/.well-known/attesto-keys.json")).text);
  const text = await download((await sentClaim()).id);
  const run = (content: string, options = ["--keys", keys]) => {
    writeFileSync(file, content);
    return spawnSync(process.execPath, ["build/commands/verify-proof.js", file, ...options], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_ENV: "production" },
    });
  };
  expect(run(text)).toMatchObject({ status: 0, stdout: expect.stringContaining("\nVALID: 4 entries") });
  const changed = text.replace("250.00", "950.00");
  for (const options of [undefined, []])
    expect(run(changed, options)).toMatchObject({ status: 1, stderr: expect.stringContaining("NOT VALID") });
  // Without the issuer's keys a file that a stranger signed looks the same.
  expect(run(text, [])).toMatchObject({ status: 2, stdout: expect.stringContaining("add --keys") });
});
