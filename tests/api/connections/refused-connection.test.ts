import { Op } from "sequelize";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { Delivery, DomainEvent, EventConsumption, Mail, User } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

async function ownerWith(accessToken: string) {
  const form = await createForm();
  const connection = await connectMeta(form.owner, { accessToken });
  const { token } = await signInAs(form.owner);
  const handle = async () => {
    const { id } = await submitForm(form);
    await site.decide(token, id, { status: "handled" });
    return id;
  };
  return { form, connection, token, handle };
}

const eventTypes = async () =>
  (await DomainEvent.findAll({ order: [["id", "ASC"]] }))
    .map(({ type }) => type)
    .filter((type) => !type.startsWith("submission."));

const expectConsumed = (count: number) =>
  eventually(async () => {
    expect(await DomainEvent.count({ where: { type: { [Op.startsWith]: "connection." } } })).toBe(count);
    expect(await EventConsumption.count({ where: { consumer: "connection-notifications" } })).toBe(0);
    expect(await Mail.count({ where: { state: "queued" } })).toBe(0);
  });

describe("connection that the ad platform refuses", () => {
  test("a connection that the ad platform refuses sends its owner one email, however many events it held", async () => {
    const { form, handle } = await ownerWith("sandbox-expired");
    await Promise.all(Array.from({ length: 6 }, handle));
    const { subject, text } = await site.mail.latest(form.owner.email);
    expect(subject).toBe("Meta refuses your connection");
    expect(text).toContain(`Hi ${form.owner.name}`);
    await expectConsumed(1);
    expect(site.mail.received).toHaveLength(1);
    expect(await eventTypes()).toEqual(["connection.refused"]);
  });

  test("a connection refused in a check is refused at once, and its owner is told before an event is lost", async () => {
    const { form, connection, token } = await ownerWith("sandbox-expired");
    const { cookie } = await signInAs(form.owner);
    const check = () =>
      site.send("/dashboard/integrations/meta", {
        form: { intent: "check", connectionId: connection.id },
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
      });
    await check();
    await check();
    expect((await site.mail.latest(form.owner.email)).subject).toBe("Meta refuses your connection");
    await expectConsumed(1);
    const { json } = await site.send("/api/user/connections", { token });
    expect(json.connections).toMatchObject([{ status: "invalid" }]);
  });

  test("a refusal that blocks the account tells the owner once, and stays connected", async () => {
    const { form, handle, connection, token } = await ownerWith("sandbox-policy");
    await handle();
    await handle();
    const { subject, text } = await site.mail.latest(form.owner.email);
    expect(subject).toBe("Meta blocks your account");
    expect(text).toContain("Open Business Support Home at Meta");
    await expectConsumed(1);
    const { json } = await site.send("/api/user/connections", { token });
    expect(json.connections).toMatchObject([
      { status: "connected", lastError: expect.stringContaining("Business Support Home") },
    ]);
    await connection.destroy();
    await Delivery.destroy({ where: {} });
  });

  test("a credential that cannot be read here is called our own fault", async () => {
    const { form, connection } = await ownerWith("sandbox-token");
    await connection.update({ status: "invalid" });
    const payload = { adPlatform: "meta", reason: "unreadable" as const };
    const event = { workspaceId: form.owner.workspace.id, subjectId: connection.id, payload };
    await inTransaction((transaction) =>
      recordEvents([{ ...event, type: "connection.refused" }], transaction),
    );
    const { subject, text } = await site.mail.latest(form.owner.email);
    expect(subject).toBe("We can't read your connection to Meta");
    expect(text).toContain("The fault is ours, not Meta's");
    await expectConsumed(1);
  });

  test("a connection that the ad platform refuses sends another email when it is refused again after reconnecting", async () => {
    const { form, handle, connection } = await ownerWith("sandbox-expired");
    await handle();
    await expectConsumed(1);
    await connectMeta(form.owner, { accessToken: "sandbox-invalid", pixelId: connection.assetId });
    await expectConsumed(2);
    expect(site.mail.received).toHaveLength(2);
  });

  test.each<[what: string, changes: Partial<User>]>([
    [
      "has switched these emails off",
      { notificationPreferences: JSON.stringify({ deliveryFailed: { email: false, inApp: true } }) },
    ],
    ["never verified the address", { emailVerifiedAt: null }],
    ["has asked for the end of the account", { deleteRequestedAt: new Date() }],
  ])(
    "a connection that the ad platform refuses sends no email to an owner who %s",
    async (_what, changes) => {
      const { form, connection } = await ownerWith("sandbox-token");
      await connection.update({ status: "invalid" });
      await User.update(changes, { where: { id: form.owner.id } });
      await refuse(form.owner.workspace.id, connection.id);
      await eventually(async () =>
        expect(await EventConsumption.count({ where: { consumer: "connection-notifications" } })).toBe(0),
      );
      expect(await Mail.count({ where: { kind: "connection-refused" } })).toBe(0);
    },
  );

  test("a connection that the ad platform refuses sends no email once it is connected again", async () => {
    const { form, connection } = await ownerWith("sandbox-token");
    await refuse(form.owner.workspace.id, connection.id);
    await expectConsumed(1);
    expect(await Mail.count()).toBe(0);
  });
});

const refuse = (workspaceId: string, subjectId: string) =>
  inTransaction((transaction) =>
    recordEvents(
      [{ type: "connection.refused", workspaceId, subjectId, payload: { adPlatform: "meta" } }],
      transaction,
    ),
  );

describe("delivery", () => {
  test("a delivery that expires is recorded as a domain event, once", async () => {
    const { handle, connection, token } = await ownerWith("sandbox-token");
    await site.sandbox.play(connection.assetId, "expired");
    const id = await handle();
    await Delivery.update({ sendBefore: new Date(Date.now() - 1_000) }, { where: { submissionId: id } });
    await eventually(async () =>
      expect((await site.read(token, id)).json.deliveries[0]).toMatchObject({
        state: "expired",
        reason: expect.stringMatching(/^Meta's time limit passed before a try succeeded\. The last one: ./),
      }),
    );
    expect(await eventTypes()).toEqual(["connection.refused", "delivery.expired"]);
  });

  test("a delivery that is sent or refused for good is recorded as a domain event", async () => {
    const { handle, connection } = await ownerWith("sandbox-token");
    await handle();
    await site.sandbox.play(connection.assetId, "bad-event", 1);
    await handle();
    expect(await eventTypes()).toEqual(["delivery.sent", "delivery.failed"]);
  });
});
