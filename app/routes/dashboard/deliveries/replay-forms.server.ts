import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ReplayForm } from "#app/schemas/replays.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { cancelReplay, startReplay } from "#app/services/replays/replays.server.ts";

const { replayStarted, unsentStarted, replayCancelled } = messages.deliveries;
const done = (message: string) => redirectWithFlash(paths.replay(), { kind: "success", message });

export function handleReplayForm(request: Request, member: Member) {
  const { access, workspace } = member;
  return handleForm(request, member, ReplayForm, {
    start: {
      async onValid({ intent: _, ...input }) {
        try {
          await startReplay({ access, workspace, input });
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          const { platform, from, to } = input;
          const of = input.of === "neverSent" ? input.of : undefined;
          const { message } = error;
          return redirectWithFlash(paths.replay({ platform, from, to, of }), { kind: "error", message });
        }
        return done(input.of === "neverSent" ? unsentStarted : replayStarted);
      },
    },
    cancel: {
      async onValid({ replayId }) {
        await cancelReplay({ access, replayId });
        return done(replayCancelled);
      },
    },
  });
}
