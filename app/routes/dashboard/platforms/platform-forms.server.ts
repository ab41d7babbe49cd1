import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { readRows } from "#app/http/forms/read-rows.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { currentTiers, presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type PlatformChange, PlatformForm, type SettingsConflict } from "#app/schemas/platforms.ts";
import { nextTierRow, type TierConflict } from "#app/schemas/tier-form.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import type { PlatformArguments } from "#app/services/platforms/change-platforms.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { updatePlatform } from "#app/services/platforms/manage-platforms.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { settingsVersion } from "#app/services/platforms/settings-version.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import { platformActions, redirectIfMissing } from "./platform-actions.server.ts";
import { toTierRows } from "./tier-rows.server.ts";

const sentences = messages.platforms;

/** @param here the tab that its forms lead back to */
export async function handlePlatformForm(
  request: Request,
  { member, platformId, here }: { member: Member; platformId: string; here: string },
) {
  const { access } = member;
  const one = { access, platformId };
  const fields = readRows(await readForm(request), "tiers", (rows) => nextTierRow(rows.at(-1)));
  return redirectIfMissing(sentences.tiersFailed, async () => {
    if (fields.get("intent") === "tiers") await getPlatform({ workspaceId: access.workspaceId, platformId });
    return handleForm(fields, member, PlatformForm, {
      ...platformActions(access, here),
      update: {
        failed: sentences.updateFailed,
        onValid: ({ intent: _, seen, amount, currency, countsCoins, ...typed }, reply) =>
          redirectIfMissing(sentences.updateFailed, async () => {
            const amountLimit = amount === undefined ? null : { amount, currency };
            const input = { ...typed, amountLimit, countsCoins: countsCoins === "on" };
            const conflict = await saveSettings(one, input, seen);
            if (conflict)
              return refuse("update", conflict, reply({ formErrors: [sentences.settingsChanged] }));
            return redirectWithFlash(here, { kind: "success", message: sentences.updated });
          }),
      },
      tiers: {
        failed: sentences.tiersFailed,
        async onValid({ tiers, seen }, reply) {
          const conflict = await saveTiers(one, tiers, seen);
          if (conflict) return refuse("tiers", conflict, reply({ formErrors: [sentences.tiersChanged] }));
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
    if (!isStale(error)) throw error;
    const { access, platformId } = one;
    const platform = await getPlatform({ workspaceId: access.workspaceId, platformId });
    const saved = toTierRows(presentPlatform(platform), "");
    return { seen: tiersVersion(currentTiers(platform)), saved };
  }
}

/** @returns the settings that another window has saved, if it has */
async function saveSettings(
  one: PlatformArguments,
  input: PlatformChange,
  seen: string,
): Promise<SettingsConflict | null> {
  try {
    await updatePlatform({ ...one, input, seen });
    return null;
  } catch (error) {
    if (!isStale(error)) throw error;
    const { access, platformId } = one;
    const platform = await getPlatform({ workspaceId: access.workspaceId, platformId });
    return { seen: settingsVersion(platform), saved: presentPlatform(platform) };
  }
}

const isStale = (error: unknown): boolean => error instanceof Conflict && error.code === "changed_meanwhile";

function refuse<Form extends "tiers" | "update", Saved>(
  form: Form,
  conflict: Saved,
  result: SubmissionResult<string[]>,
) {
  const { requestId } = getContext();
  const failed = form === "tiers" ? sentences.tiersFailed : sentences.updateFailed;
  return data({ ...result, form, failed, requestId, conflict }, { status: 409 });
}
