import type { Connection, Submission } from "#app/models/index.server.ts";
import { connectionWindowMs } from "#app/services/ad-platforms/connection-settings.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { describeWithoutAmount, type EventSettings, isSwitchedOff } from "./without-amount.server.ts";

type Arguments = {
  connection: Connection;
  submission: Submission;
  form: EventSettings | null;
  hasAmount: boolean;
  now: Date;
};

export type DeliveryPlan = { sendBefore: Date; state: "skipped" | "expired" | "parked" | "queued" };

/** What marking a submission handled does at one connection. */
export function planDelivery({ connection, submission, form, hasAmount, now }: Arguments): DeliveryPlan {
  const { adPlatform, status } = connection;
  const sendBefore = sendDeadline(submission.createdAt, connectionWindowMs(connection));
  const isSkipped =
    isSwitchedOff(adPlatform, form) ||
    (!hasAmount && describeWithoutAmount(adPlatform, submission, form)?.sentAs === null);
  if (isSkipped) return { sendBefore, state: "skipped" };
  if (sendBefore <= now) return { sendBefore, state: "expired" };
  return { sendBefore, state: status === "invalid" ? "parked" : "queued" };
}
