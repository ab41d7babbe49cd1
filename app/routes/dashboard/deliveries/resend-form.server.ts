import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { ResendForm } from "#app/schemas/deliveries.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";

const { resendWaits, resent } = messages.deliveries;

export function handleResendForm(request: Request, member: Member, deliveryId: string) {
  const one = { access: member.access, deliveryId };
  const back = (kind: "success" | "error", message: string) =>
    redirectWithFlash(paths.delivery(one), { kind, message });
  return handleForm(request, member, ResendForm, {
    resend: {
      async onValid() {
        try {
          const { state } = await resendDelivery(one);
          if (state === "queued") return back("success", resendWaits);
          if (state === "sent" || state === "confirming") return back("success", resent);
          return back("error", "The platform has not accepted the event. The newest try says why.");
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return back("error", error.message);
        }
      },
    },
  });
}
