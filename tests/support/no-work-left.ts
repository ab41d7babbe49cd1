import { Op } from "sequelize";
import { expect } from "vitest";
import { fromNow } from "#app/database/leases.server.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";
import {
  BrokerConnection,
  Delivery,
  EventConsumption,
  Mail,
  Notification,
  SpendAccount,
} from "#app/models/index.server.ts";
import { JOINT_CONSUMERS } from "#app/services/domain-events/event-types.ts";
import { eventually } from "./eventually.ts";

/** Consumers without a pause: an event that the others find deleted has no effect. */
const PROMPT = { [Op.notIn]: JOINT_CONSUMERS };

/** Waits until no background work is due or under way: the next test begins with an empty database. */
export async function untilNoWorkIsLeft(): Promise<void> {
  await eventually(async () => {
    const isDue = { dueAt: { [Op.lte]: fromNow(0) } };
    const isHeld = { leaseToken: { [Op.ne]: null } };
    const open = (states: readonly string[]) => ({
      where: { [Op.or]: [isHeld, { ...isDue, state: [...states] }] },
    });
    const left = await Promise.all([
      Delivery.count(open(DELIVERY_CLAIMABLE_STATES)),
      Mail.count(open(["queued"])),
      EventConsumption.count({ where: { consumer: PROMPT, ...open(["queued"]).where } }),
      SpendAccount.count(open(["connected"])),
      BrokerConnection.count({ where: isHeld }),
      Notification.count({ where: { emailDueAt: { [Op.lte]: fromNow(0) } } }),
    ]);
    expect(left).toEqual([0, 0, 0, 0, 0, 0]);
  });
}
