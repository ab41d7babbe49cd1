import { redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import { PersonForm } from "#app/schemas/people.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { type Erasure, erasePerson } from "#app/services/bulk/erase-person.server.ts";

export function handlePersonForm(request: Request, member: Member) {
  return handleForm(request, member, PersonForm, {
    erase: {
      async onValid({ search }) {
        const erasure = await erasePerson({ access: member.access, search });
        const { waiting, adPlatforms, job } = erasure;
        const erased = adPlatforms.join(",") || "none";
        if (job) return redirect(paths.person({ erased, job: job.id }), { status: 303 });
        const isDone = erasure.erased > 0 && waiting === 0;
        return redirectWithFlash(paths.person(isDone ? { erased } : { search }), {
          kind: waiting > 0 ? "error" : "success",
          message: toMessage(erasure),
        });
      },
    },
  });
}

const claims = (count: number) => (count === 1 ? "1 claim" : `${formatNumber(count)} claims`);

function toMessage({ erased, waiting }: Pick<Erasure, "erased" | "waiting">): string {
  const done = erased === 0 && waiting === 0 ? "There was nothing to erase" : `Erased ${claims(erased)}`;
  const more = waiting === 1 ? "1 more is" : `${formatNumber(waiting)} more are`;
  return waiting > 0 ? `${done}. ${more} being sent right now. Try again in a minute.` : done;
}
