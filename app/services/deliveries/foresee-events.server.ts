import type { Submission } from "#app/models/index.server.ts";
import { type EventSettings, reasonToSkip } from "./event-settings.server.ts";

/** What would become of the event of a claim at an ad platform if the claim were verified now. */
export type Prospect = "sent" | "expired" | "not_covered" | "skipped";

type Claim = {
  submission: Pick<Submission, "action" | "consentVersion">;
  isSharingEnded: boolean;
  hasAmount: boolean;
  /** Null for a form that is gone. */
  form: EventSettings | null;
  /** Of the connected ad platforms: whether each still takes the event. */
  windows: { adPlatform: string; isOpen: boolean }[];
};

/** One prospect for each of the windows. */
export const foreseeEvents = ({ windows, ...claim }: Claim): Prospect[] =>
  windows.map(({ adPlatform, isOpen }) => {
    const reason = reasonToSkip({ adPlatform, ...claim });
    if (reason) return reason === "consent" ? "not_covered" : "skipped";
    return isOpen ? "sent" : "expired";
  });
