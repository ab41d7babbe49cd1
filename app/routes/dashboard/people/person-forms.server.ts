import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { PersonForm } from "#app/schemas/people.ts";
import { type Erasure, erasePerson } from "#app/services/people/erase-person.server.ts";

export function handlePersonForm(request: Request, workspaceId: string) {
  return handleForm(request, PersonForm, {
    erase: {
      async onValid({ search }) {
        const erasure = await erasePerson({ workspaceId, search });
        const { waiting, adPlatforms } = erasure;
        const erased = adPlatforms.join(",") || "none";
        return redirectWithFlash(paths.person(waiting > 0 ? { search, erased } : { erased }), {
          kind: waiting > 0 ? "error" : "success",
          message: toMessage(erasure),
        });
      },
    },
  });
}

const claims = (count: number) => (count === 1 ? "1 claim" : `${count.toLocaleString("en-US")} claims`);

function toMessage({ erased, waiting }: Erasure): string {
  const done = `Erased from ${claims(erased)}`;
  return waiting > 0 ? `${done}. ${claims(waiting)} is being sent right now: erase again in a minute` : done;
}
