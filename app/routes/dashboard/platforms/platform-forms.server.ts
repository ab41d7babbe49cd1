import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { CONTROL, readForm } from "#app/http/forms/read-form.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PlatformForm } from "#app/schemas/platforms.ts";
import { nextTierRow, type TierConflict } from "#app/schemas/tier-form.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import type { PlatformArguments } from "#app/services/platforms/change-platforms.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { updatePlatform } from "#app/services/platforms/manage-platforms.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import { platformActions, redirectToListIfMissing } from "./platform-actions.server.ts";
import { toTierRows } from "./tier-rows.server.ts";

const sentences = messages.platforms;

/** @param here the tab that its forms lead back to */
export async function handlePlatformForm(
  request: Request,
  { member, platformId, here }: { member: Member; platformId: string; here: string },
) {
  const { access } = member;
  const one = { access, platformId };
  const fields = readFields(await readForm(request));
  return redirectToListIfMissing(sentences.tiersFailed, async () => {
    if (fields.get("intent") === "tiers") await getPlatform({ workspaceId: access.workspaceId, platformId });
    return handleForm(fields, member, PlatformForm, {
      ...platformActions(access, here),
      update: {
        failed: sentences.updateFailed,
        onValid: ({ intent: _, amount, currency, countsCoins, ...input }) =>
          redirectToListIfMissing(sentences.updateFailed, async () => {
            const amountLimit = amount === undefined ? null : { amount, currency };
            await updatePlatform({
              ...one,
              input: { ...input, amountLimit, countsCoins: countsCoins === "on" },
            });
            return redirectWithFlash(here, { kind: "success", message: sentences.updated });
          }),
      },
      tiers: {
        failed: sentences.tiersFailed,
        async onValid({ tiers, seen }, reply) {
          const conflict = await saveTiers(one, tiers, seen);
          if (conflict) return refuse(conflict, reply({ formErrors: [sentences.tiersChanged] }));
          return redirectWithFlash(here, { kind: "success", message: sentences.tiersUpdated });
        },
      },
    });
  });
}

/** @returns what another window has saved, if it has */
async function saveTiers(
  one: PlatformArguments,
  tiers: TierInput[],
  seen: string,
): Promise<TierConflict | null> {
  try {
    await replaceTiers({ ...one, tiers, seen });
    return null;
  } catch (error) {
    if (!(error instanceof Conflict) || error.code !== "changed_meanwhile") throw error;
    const { access, platformId } = one;
    const platform = await getPlatform({ workspaceId: access.workspaceId, platformId });
    const saved = toTierRows(presentPlatform(platform), "");
    return { seen: tiersVersion(platform.commissionTiers ?? []), saved };
  }
}

function refuse(conflict: TierConflict, result: SubmissionResult<string[]>) {
  const { requestId } = getContext();
  const reply = { ...result, form: "tiers" as const, failed: sentences.tiersFailed, requestId, conflict };
  return data(reply, { status: 409 });
}

/** The page's fields. Names that do not fit the list of tiers are dropped: conform would throw on them. */
function readFields(sent: URLSearchParams): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of sent) {
    const isTier = /^tiers\[\d+\]\.\w+$/.test(name);
    if (isTier ? !fields.has(name) : !/^tiers\b/.test(name)) fields.append(name, value);
  }
  const control = JSON.parse(fields.get(CONTROL) ?? "null");
  if (control?.type === "insert" && control.payload.name === "tiers") startAddedTier(fields);
  return fields;
}

/** Without script, the button cannot know where the last tier ends. */
function startAddedTier(fields: URLSearchParams): void {
  let rows = 0;
  while (fields.has(`tiers[${rows}].value`)) rows += 1;
  const field = (name: string) => fields.get(`tiers[${rows - 1}].${name}`) ?? "";
  const last = rows === 0 ? undefined : { maxAmount: field("maxAmount"), type: field("type") };
  const payload = { name: "tiers", defaultValue: nextTierRow(last) };
  fields.set(CONTROL, JSON.stringify({ type: "insert", payload }));
}
