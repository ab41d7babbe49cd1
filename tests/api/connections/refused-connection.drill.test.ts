import { Op } from "sequelize";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { DomainEvent, EventConsumption, Mail } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

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

const expectConsumed = (count: number) =>
  eventually(async () => {
    expect(await DomainEvent.count({ where: { type: { [Op.startsWith]: "connection." } } })).toBe(count);
    expect(await EventConsumption.count({ where: { consumer: "connection-notifications" } })).toBe(0);
    expect(await Mail.count({ where: { state: "queued" } })).toBe(0);
  });

describe("connection that the ad platform refuses", () => {
  test("a connection that the ad platform refuses sends each owner one email where many processes run", async () => {
    const env = { META_GRAPH_URL: site.sandbox.url, SMTP_URL: site.mail.url };
    const others = await Promise.all([1, 2].map(() => startTestApp({ env })));
    const refused = await Promise.all(Array.from({ length: 20 }, () => ownerWith("sandbox-token")));
    for (const { connection } of refused) await connection.update({ status: "invalid" });
    await Promise.all(refused.map(({ form, connection }) => refuse(form.owner.workspace.id, connection.id)));
    await expectConsumed(20);
    expect(site.mail.received.flatMap(({ envelopeTo }) => envelopeTo).sort()).toEqual(
      refused.map(({ form }) => form.owner.email).sort(),
    );
    expect(await Promise.all(others.map((app) => app.kill()))).toEqual([0, 0]);
  });
});

const refuse = (workspaceId: string, subjectId: string) =>
  inTransaction((transaction) =>
    recordEvents(
      [{ type: "connection.refused", workspaceId, subjectId, payload: { adPlatform: "meta" } }],
      transaction,
    ),
  );
