import type { Submission } from "#app/models/index.server.ts";
import type { CorrectionStep } from "#app/schemas/corrections.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

/** The steps at each ad platform that has the event: nothing is changed there by itself. */
export function listCorrectionSteps({ deliveries = [] }: Submission): CorrectionStep[] {
  return deliveries
    .filter(({ state }) => state === "sent" || state === "confirming")
    .map(({ adPlatform, eventId }) => {
      const platform = adPlatforms.get(adPlatform);
      const { correctionText } = platform.describe(platform.settingsSchema.parse({}));
      return { platformName: platform.name, eventId, text: correctionText };
    });
}
