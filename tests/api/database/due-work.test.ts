import { describe, expect, test } from "vitest";
import { HOUR } from "#app/lib/dates.ts";
import { Delivery, Mail } from "#app/models/index.server.ts";
import { connectMeta, createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const never = String(HOUR);
const site = serveSite({ POLL_MS: never });

const PIXEL = "1000000000000009";

async function connectedForm() {
  const form = await createForm();
  await connectMeta(form.owner, { pixelId: PIXEL });
  const { token } = await signInAs(form.owner);
  const handle = async () => {
    const { id } = await submitForm(form);
    await site.decide(token, id, { status: "handled" });
    return id;
  };
  const ended = (submissionId: string, state: string) =>
    eventually(async () =>
      expect(await Delivery.findOne({ where: { submissionId } })).toMatchObject({ state }),
    );
  return { form, token, handle, ended };
}

describe("with an hour between two polls", () => {
  test("an email is sent at once, and again after a failure", async () => {
    const { email } = await createOwner();
    site.mail.refuse(451);
    await site.send("/api/auth/forgot-password", { json: { email } });
    await eventually(async () => expect((await Mail.findOne())?.lastError).toBe("EENVELOPE 451"));
    site.mail.refuse(null);
    expect((await site.mail.latest(email)).subject).toContain("Set a new password");
  });

  test("an event that failed is sent again until it is accepted", async () => {
    const { handle, ended } = await connectedForm();
    await site.sandbox.play(PIXEL, "500", 3);
    await ended(await handle(), "sent");
  });

  test("a refused event becomes a notification and an email", async () => {
    const { form, handle, ended } = await connectedForm();
    await site.sandbox.play(PIXEL, "bad-event", 1);
    await ended(await handle(), "failed");
    expect((await site.mail.latest(form.owner.email)).subject).toBe("1 event didn't reach Meta");
  });

  test("a replay sends its events again", async () => {
    const { token, handle, ended } = await connectedForm();
    await site.sandbox.play(PIXEL, "bad-event", 1);
    const id = await handle();
    await ended(id, "failed");
    await site.send("/api/deliveries/replay", { token, json: { dryRun: false } });
    await ended(id, "sent");
  });
});
