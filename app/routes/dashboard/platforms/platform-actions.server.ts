import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import type { FormHandler } from "#app/http/forms/handle-form.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { type PlatformActionName, platformActionFailures } from "#app/schemas/form-failures.ts";
import { messages } from "#app/schemas/messages/index.ts";

import type { PlatformArguments } from "#app/services/platforms/change-platforms.server.ts";
import { setDefaultPlatform } from "#app/services/platforms/default-platform.server.ts";
import { deletePlatform } from "#app/services/platforms/delete-platform.server.ts";
import { addToForm } from "#app/services/platforms/form-platforms.server.ts";
import { setPlatformStatus } from "#app/services/platforms/manage-platforms.server.ts";
import { movePlatform } from "#app/services/platforms/order-platforms.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";

const sentences = messages.platforms;

/** The handlers of the buttons that both pages of platforms have. */
export function platformActions(access: Access, back: string) {
  function action(
    intent: PlatformActionName,
    run: (one: PlatformArguments) => Promise<string>,
    to = back,
  ): FormHandler<{ platformId: string }, Response> {
    const failed = platformActionFailures[intent];
    return {
      failed,
      onValid: ({ platformId }) =>
        redirectIfMissing(failed, async () =>
          redirectWithFlash(to, { kind: "success", message: await run({ access, platformId }) }),
        ),
    };
  }
  return {
    on: action("on", (one) => switchTo(one, true)),
    off: action("off", (one) => switchTo(one, false)),
    default: action("default", async (one) => {
      await setDefaultPlatform(one);
      return sentences.defaultSet;
    }),
    "add-to-form": action("add-to-form", async (one) => {
      await addToForm(one);
      return sentences.addedToForm;
    }),
    delete: action(
      "delete",
      async (one) => ((await deletePlatform(one)).isArchived ? sentences.archived : sentences.deleted),
      paths.platforms(),
    ),
    up: action("up", (one) => move(one, -1)),
    down: action("down", (one) => move(one, 1)),
  };
}

async function switchTo(one: PlatformArguments, isActive: boolean): Promise<string> {
  await setPlatformStatus({ ...one, isActive });
  return sentences.statusUpdated;
}

async function move(one: PlatformArguments, by: -1 | 1): Promise<string> {
  await movePlatform({ ...one, by });
  return sentences.reordered;
}

/**
 * If what is changed was deleted in another window, its page is gone too.
 * @param to where this redirects then
 */
export async function redirectIfMissing<T>(
  failed: string,
  work: () => Promise<T>,
  to = paths.platforms(),
): Promise<T | Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const message = `${failed}. ${sentences.deletedElsewhere}`;
    return redirectWithFlash(to, { kind: "error", message });
  }
}
