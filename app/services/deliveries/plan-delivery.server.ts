import type { SkipReason } from "#app/lib/domain.ts";
import type { Connection, Submission } from "#app/models/index.server.ts";
import { connectionWindowMs } from "#app/services/ad-platforms/connection-settings.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { type EventSettings, reasonToSkip } from "./event-settings.server.ts";

type Arguments = {
  connection: Connection;
  submission: Submission;
  form: EventSettings | null;
  hasAmount: boolean;
  now: Date;
};

export type DeliveryPlan = {
  sendBefore: Date;
  state: "skipped" | "expired" | "parked" | "queued";
  /** Null unless it is skipped. */
  skipReason: SkipReason | null;
};

/** What marking a submission handled does at one connection. */
export function planDelivery({ connection, submission, form, hasAmount, now }: Arguments): DeliveryPlan {
  const { adPlatform, status } = connection;
  const sendBefore = sendDeadline(submission.createdAt, connectionWindowMs(connection));
  const isSharingEnded = submission.sharingEndedAt !== null;
  const skipReason = reasonToSkip({ adPlatform, submission, isSharingEnded, form, hasAmount });
  if (skipReason) return { sendBefore, state: "skipped", skipReason };
  if (sendBefore <= now) return { sendBefore, state: "expired", skipReason };
  return { sendBefore, state: status === "invalid" ? "parked" : "queued", skipReason };
}
