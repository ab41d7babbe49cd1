import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { describeProblem } from "#app/lib/proof/describe-problem.ts";
import { type ProofFile, toProofText } from "#app/lib/proof/proof-file.ts";
import { generateSigningKey, readSigningKey } from "#app/lib/proof/signing-keys.server.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import { ProofEntry, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PROOF_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import { eraseFromProof } from "#app/services/proof/erase-from-proof.server.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";
import { signProof } from "#app/services/proof/signing.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { readText } from "../../support/html.ts";
import { getKinds, sendClaim, toProofPath as toPath, verified } from "../../support/proofs.ts";
import { serveSite } from "../../support/site.ts";
import { createUpload } from "../../support/upload.ts";

const site = serveSite();

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner);
  ({ token, cookie } = await signInAs(form.owner));
});

const download = async (id: string) => (await site.send(toPath(id), { token })).text;
const isErased = ({ salt, values }: ProofFile["entries"][number]) =>
  salt === null && Object.keys(values).length === 0;

/** What the check says of a text that is no valid proof. */
const said = async (text: string) => (await verifyProof(text)).problems.map(describeProblem);

/** As a program writes it that sorts members, or keeps them in another order. */
function reordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reordered);
  const members = Object.entries(value).map(([name, item]) => [name, reordered(item)]);
  return Object.fromEntries(members.reverse());
}

const sentClaim = () => sendClaim(site, form, token);

describe("page that checks a proof", () => {
  const headers = { "sec-fetch-site": "same-origin" };
  const check = (text: string) => site.send("/proof", { headers, form: { intent: "check", text } });
  const upload = (bytes: Uint8Array<ArrayBuffer>) => {
    const { headers: multipart, ...body } = createUpload("file", bytes, { intent: "check", text: "" });
    return site.send("/proof", { ...body, headers: { ...headers, ...multipart } });
  };

  test("the page that checks a proof takes a file or its text, and says what it proves and who checked", async () => {
    const text = await download((await sentClaim()).id);
    for (const { status, text: page } of [await check(text), await upload(new TextEncoder().encode(text))]) {
      expect(status).toBe(200);
      for (const shown of ["This proof is valid.", "Our server checked it", "these 4 steps", "Sent to Meta"])
        expect(page).toContain(shown);
    }
    const changed = await check(text.replace('"250.00"', '"950.00"'));
    expect([
      changed.text.includes("This proof is not valid."),
      changed.text.includes("Step 1 was changed"),
    ]).toEqual([true, true]);
    const strangers = await check(readFileSync("tests/fixtures/proofs/format-1.json", "utf8"));
    expect(strangers.text).toContain("Proofs of another site are checked there.");
  });

  test("the page that checks a proof asks for one, and takes none of more than a megabyte", async () => {
    const empty = await upload(new Uint8Array());
    expect([empty.status, empty.text.includes(messages.proofs.required)]).toEqual([400, true]);
    const large = await upload(new Uint8Array(PROOF_MAX_BYTES + 1).fill(32));
    expect([large.status, large.text.includes(messages.proofs.tooLarge)]).toEqual([413, true]);
  });
});

describe("proof of a submission", () => {
  test("the proof of a submission leads from the confirmation to the platform's receipt", async () => {
    const { id, email } = await sentClaim();
    const { status, headers, text } = await site.send(toPath(id), { token });
    expect([status, headers.get("content-disposition")]).toEqual([
      200,
      `attachment; filename="proof-${id}.json"`,
    ]);
    const proof = await verified(text);
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

  test("the proof of a submission fails with any byte of a value altered", async () => {
    const bytes = Buffer.from(await download((await submitForm(form)).id));
    const passed: string[] = [];
    for (const [index, byte] of bytes.entries()) {
      const altered = Buffer.from(bytes);
      altered[index] = byte ^ 1;
      if ((await verifyProof(altered.toString())).proof) passed.push(altered.toString());
    }
    expect(passed).toEqual([]);
  });

  test("the proof of a submission stays valid however a program formats it", async () => {
    const proof = await verified(await download((await sentClaim()).id));
    const asAscii = (text: string) =>
      text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    for (const text of [
      JSON.stringify(proof),
      JSON.stringify(reordered(proof), null, "\t"),
      asAscii(JSON.stringify(proof)),
    ])
      await verified(text);
  });

  test("the proof of a submission says in words which value or step is not as it was signed", async () => {
    const proof = await verified(await download((await sentClaim()).id));
    const saidOf = (change: (proof: ProofFile) => unknown) => {
      const copy = structuredClone(proof);
      change(copy);
      return said(toProofText(copy));
    };
    const [first, , third] = proof.entries;
    if (!first || !third) throw new Error("The proof is too short.");
    expect(
      await saidOf(({ entries }) => Object.assign(entries[0]?.values ?? {}, { email: "a@b.example" })),
    ).toEqual(["Email in step 1 is not the value that was signed."]);
    expect(
      await saidOf(({ entries }) => Object.assign(entries[1]?.record.facts ?? {}, { amount: "950.00" })),
    ).toEqual([
      "Step 2 was changed after it was signed. Its signature covers Date, Amount, Currency, From and To.",
    ]);
    expect((await saidOf(({ entries }) => entries.splice(1, 1)))[0]).toContain("Step 2 does not follow");
    expect((await saidOf(({ entries }) => entries.pop()))[0]).toContain("the last steps were removed");
    expect((await saidOf((file) => Object.assign(file, { issuer: "https://other.example" })))[0]).toContain(
      "a detail of the file itself was changed",
    );
    const other = await verified(await download((await submitForm(form)).id));
    expect(await saidOf(({ entries }) => entries.splice(0, 1, ...other.entries))).toContain(
      "Step 2 belongs to another claim.",
    );
    expect(await said("proof")).toEqual([
      "This is not a proof file. Choose the file as you downloaded it, or paste all of its text.",
    ]);
    expect(await said("{}")).toEqual(["This is not a proof file, or its structure was changed."]);
    const twice = JSON.stringify(proof).replace('"amount":', '"amount":"950.00","amount":');
    expect(await said(twice)).toEqual([
      "A value stands in the file twice, so programs may read different ones.",
    ]);
  });

  test("a proof of the first format stays valid, and a changed value in it is named", async () => {
    const text = readFileSync("tests/fixtures/proofs/format-1.json", "utf8");
    for (const valid of [text, JSON.stringify(JSON.parse(text))])
      expect(getKinds(await verified(valid))).toEqual(["submitted", "decided"]);
    expect(await said(text.replace("noor.haddad", "iria"))).toEqual([
      "Email in step 1 is not the value that was signed.",
    ]);
    expect((await said(text.replace('"300.00"', '"900.00"')))[0]).toContain("Step 1 was changed");
  });

  test("a step that was signed in the first format is followed by others, and reformatted like them", async () => {
    const { id, workspaceId } = await submitForm(form);
    const entry = await ProofEntry.findOne({ where: { submissionId: id }, rejectOnEmpty: true });
    const before = JSON.parse(entry.record);
    // Its members were in the order of the code, not in the canonical one.
    const record = JSON.stringify(reordered({ ...before, format: "attesto-proof-entry/1" }));
    await ProofEntry.update({ record, signature: signProof(record) }, { where: { submissionId: id } });
    await site.decide(token, id, { status: "handled" });
    const proof = await getProof({ workspaceId, submissionId: id });
    expect(proof.entries.map(({ record: { format } }) => format.at(-1))).toEqual(["1", "2", "2"]);
    await verified(JSON.stringify(reordered(proof)));
    const [first] = proof.entries;
    Object.assign(first?.record.facts ?? {}, { amount: "950.00" });
    expect((await said(toProofText(proof)))[0]).toContain("Step 1 was changed");
  });

  test("the proof of a submission is signed by a published key and by no other", async () => {
    const text = await download((await sentClaim()).id);
    const { keys } = (await site.send("/.well-known/attesto-keys.json")).json;
    expect((await verifyProof(text, keys)).problems).toEqual([]);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const { problems } = await verifyProof(text, [readSigningKey(generateSigningKey()).jwk]);
    expect(problems.map(describeProblem)).toEqual([expect.stringContaining("not the issuer's")]);
  });

  test("the proof of a submission stays valid when the person is erased, and no longer tells who it was", async () => {
    const { id, email, workspaceId } = await sentClaim();
    await inTransaction(async (transaction) => {
      const submission = await Submission.findByPk(id, { lock: true, transaction, rejectOnEmpty: true });
      await eraseFromProof(submission, transaction);
      await submission.update({ email: "erased", phone: "" }, { transaction });
    });
    const text = await download(id);
    const proof = await verified(text);
    expect(getKinds(proof)).toEqual(["submitted", "decided", "attempted", "corrected", "erased"]);
    expect(proof.entries.every(isErased)).toBe(true);
    expect(text).not.toContain(email);
    await Submission.destroy({ where: { id, workspaceId } });
    expect(getKinds(await verified(await download(id)))).toEqual(getKinds(proof));
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
    const [submitted, , attempted] = (await verified(text)).entries;
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
