import { Op } from "sequelize";
import { MINUTE } from "#app/lib/dates.ts";
import { Submission, WorkspaceMember } from "#app/models/index.server.ts";
import { savePostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";
import { postbackUrl } from "#app/services/postbacks/postback-url.server.ts";
import { receivePostback } from "#app/services/postbacks/receive-postback.server.ts";
import { saveRule } from "#app/services/rules/manage-rules.server.ts";
import { grantAccess } from "#app/services/workspaces/access.server.ts";
import type { SampleOwner } from "./sample-owner.ts";

const NETWORK = "198.51.100.24";
/** The sandbox calls from this machine. */
const CALLERS = [NETWORK, "127.0.0.0/8", "::1"];
/** Soon enough to be watched. */
const HOLD_SECONDS = 20;
const CLAIMS = 6;

const FIELDS = [
  { name: "event", meaning: "kind" },
  { name: "account", meaning: "account" },
  { name: "email", meaning: "email" },
  { name: "click_id", meaning: "clickId" },
  { name: "amount", meaning: "amount" },
  { name: "currency", meaning: "currency" },
  { name: "time", meaning: "datetime" },
  { name: "transaction_id", meaning: "transactionId" },
] as const;

/**
 * One broker calls back: it names some waiting claims, one of them twice, and strangers. A rule verifies what names an
 * email or a click beside the number, which none of these does.
 */
export async function seedPostbacks({ workspace, platforms }: SampleOwner, now: Date): Promise<void> {
  const { id: workspaceId, timeZone } = workspace;
  const platform = platforms[1];
  const where = { workspaceId, role: "owner" as const };
  const { userId } = await WorkspaceMember.findOne({ where, rejectOnEmpty: true });
  if (!platform) throw new Error("The demo has two brokers.");
  const access = grantAccess({ workspaceId, userId, supportAccessId: null });
  const { address } = await savePostbackAddress({
    access,
    platformId: platform.id,
    input: { ips: CALLERS, fields: [...FIELDS], timeZone, currency: "EUR", system: "other", answer: "ok" },
  });
  await saveRule({
    access,
    platformId: platform.id,
    input: {
      isOn: true,
      sources: ["postback"],
      needed: 1,
      amountMax: { amount: "1000", currency: "EUR" },
      perDay: 50,
      holdSeconds: HOLD_SECONDS,
    },
  });
  const claims = await Submission.findAll({
    where: {
      workspaceId,
      platformId: platform.id,
      status: "pending",
      unlikelyAmount: false,
      reference: { [Op.ne]: null },
      amount: { [Op.ne]: null },
    },
    order: [["createdAt", "DESC"]],
    limit: CLAIMS,
  });
  const token = postbackUrl(address)?.split("/").at(-1) ?? "";
  const call = (facts: Record<string, string>, minutesAgo: number) =>
    receivePostback(
      {
        token,
        method: "GET",
        query: new URLSearchParams(facts).toString(),
        body: Buffer.alloc(0),
        contentType: null,
        clientAddress: NETWORK,
        header: () => null,
      },
      new Date(Number(now) - minutesAgo * MINUTE),
    );
  const deposits = claims.map(({ reference, amount, currency, createdAt }, index) => ({
    event: index % 2 === 0 ? "ftd" : "deposit",
    account: reference ?? "",
    click_id: "{click_id}",
    amount: amount ?? "",
    currency: currency ?? "",
    time: String(Math.floor((Number(createdAt) - 20 * MINUTE) / 1000)),
    transaction_id: `HX-${88_100 + index}`,
  }));
  for (const [index, facts] of deposits.entries()) await call(facts, 200 - 20 * index);
  if (deposits[0]) await call(deposits[0], 60);
  const time = String(Math.floor(Number(now) / 1000) - 1_800);
  await call({ event: "registration", account: "HX-771204", time, transaction_id: "HX-88200" }, 40);
  await call({ event: "level_up", account: "HX-771204", time, transaction_id: "HX-88201" }, 30);
}
