import type { Transaction } from "sequelize";
import { readFormJson } from "#app/lib/form-json.ts";
import { OptInForm, type Submission } from "#app/models/index.server.ts";
import type { EventWithoutAmount } from "#app/schemas/ad-platforms.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

export type EventSettings = Pick<OptInForm, "eventNames" | "withoutAmount" | "sendTo">;

/** Whether the form's owner switched its events off for an ad platform. */
export function isSwitchedOff(adPlatform: string, form: EventSettings | null): boolean {
  const { sendTo } = readFormJson(form ?? {});
  return sendTo !== null && !sendTo.includes(adPlatform);
}

/** The name that the owner chose for the form's events at an ad platform. */
export const eventNameAt = (adPlatform: string, form: Pick<OptInForm, "eventNames"> | null): string | null =>
  readFormJson(form ?? {}).eventNames[adPlatform] ?? null;

/** By the form's id. */
export async function findFormSettings(
  { workspaceId, formIds }: { workspaceId: string; formIds: string[] },
  transaction?: Transaction,
): Promise<Map<string, EventSettings>> {
  const forms = await OptInForm.findAll({
    where: { id: formIds, workspaceId },
    attributes: ["id", "eventNames", "withoutAmount", "sendTo"],
    ...(transaction && { transaction }),
  });
  return new Map(forms.map((form) => [form.id, form]));
}

/** What the submission's event becomes at an ad platform without an amount; null if it needs none. */
export function describeWithoutAmount(
  adPlatform: string,
  { action }: Submission,
  form: EventSettings | null,
): EventWithoutAmount | null {
  const platform = adPlatforms.get(adPlatform);
  const sentAs = platform.nameWithoutAmount?.({ action, eventName: eventNameAt(adPlatform, form) }) ?? null;
  if (sentAs === null) return null;
  return { platformName: platform.name, sentAs: form?.withoutAmount === "skip" ? null : sentAs };
}
