import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { PlatformAct, type PlatformActName } from "#app/schemas/platforms.ts";
import {
  deletePlatform,
  movePlatform,
  setDefaultPlatform,
  setPlatformStatus,
} from "#app/services/platforms/change-platforms.server.ts";
import { redirectWithFlash } from "./flash.server.ts";
import { answerForm } from "./form-action.server.ts";

const words = messages.platforms;
type One = { ownerId: string; platformId: string };

const acts: Record<PlatformActName, { failed: string; run: (one: One) => Promise<string> }> = {
  on: {
    failed: words.statusFailed,
    run: async (one) => {
      await setPlatformStatus({ ...one, isActive: true });
      return words.statusUpdated;
    },
  },
  off: {
    failed: words.statusFailed,
    run: async (one) => {
      await setPlatformStatus({ ...one, isActive: false });
      return words.statusUpdated;
    },
  },
  default: {
    failed: words.defaultFailed,
    run: async (one) => {
      await setDefaultPlatform(one);
      return words.defaultSet;
    },
  },
  delete: {
    failed: words.deleteFailed,
    run: async (one) => ((await deletePlatform(one)).isArchived ? words.archived : words.deleted),
  },
  up: { failed: words.reorderFailed, run: (one) => moved(one, -1) },
  down: { failed: words.reorderFailed, run: (one) => moved(one, 1) },
};

async function moved(one: One, by: -1 | 1): Promise<string> {
  await movePlatform({ ...one, by });
  return words.reordered;
}

/** Does what a button of a platform says; both pages of platforms have them. What is gone leads back to the list. */
export function actOnPlatform(ownerId: string, fields: URLSearchParams, back: string) {
  const act = acts[fields.get("act") as PlatformActName];
  return answerForm(
    {
      form: "act",
      sent: fields,
      schema: PlatformAct,
      failed: act?.failed ?? words.updateFailed,
    },
    async ({ act: name, platformId }) => {
      const message = await acts[name].run({ ownerId, platformId }).catch((error: unknown) => {
        if (error instanceof NotFound) return null;
        throw error;
      });
      // Deleted in another window, and its page with it.
      if (message === null)
        return redirectWithFlash(paths.platforms(), { kind: "error", message: acts[name].failed });
      return redirectWithFlash(name === "delete" ? paths.platforms() : back, { kind: "success", message });
    },
  );
}
