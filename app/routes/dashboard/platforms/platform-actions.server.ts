import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PlatformAction, type PlatformActionName, platformActionFailures } from "#app/schemas/platforms.ts";
import {
  deletePlatform,
  movePlatform,
  setDefaultPlatform,
  setPlatformStatus,
} from "#app/services/platforms/manage-platforms.server.ts";

const words = messages.platforms;
type One = { workspaceId: string; platformId: string };

const acts: Record<PlatformActionName, (one: One) => Promise<string>> = {
  on: (one) => switched(one, true),
  off: (one) => switched(one, false),
  default: async (one) => {
    await setDefaultPlatform(one);
    return words.defaultSet;
  },
  delete: async (one) => ((await deletePlatform(one)).isArchived ? words.archived : words.deleted),
  up: (one) => moved(one, -1),
  down: (one) => moved(one, 1),
};

async function switched(one: One, isActive: boolean): Promise<string> {
  await setPlatformStatus({ ...one, isActive });
  return words.statusUpdated;
}

async function moved(one: One, by: -1 | 1): Promise<string> {
  await movePlatform({ ...one, by });
  return words.reordered;
}

/** Does what a button of a platform says; both pages of platforms have them. */
export function handlePlatformAction(workspaceId: string, fields: URLSearchParams, back: string) {
  const failed = platformActionFailures[fields.get("act") as PlatformActionName] ?? words.updateFailed;
  return handleForm({ form: "act", sent: fields, schema: PlatformAction, failed }, ({ act, platformId }) =>
    redirectToListIfMissing(failed, async () => {
      const message = await acts[act]({ workspaceId, platformId });
      return redirectWithFlash(act === "delete" ? paths.platforms() : back, { kind: "success", message });
    }),
  );
}

/** Does something with one platform. Where it was deleted in another window its page is gone too: that leads back to the list. */
export async function redirectToListIfMissing<T>(
  failed: string,
  work: () => Promise<T>,
): Promise<T | Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const message = `${failed}. ${words.deletedElsewhere}`;
    return redirectWithFlash(paths.platforms(), { kind: "error", message });
  }
}
