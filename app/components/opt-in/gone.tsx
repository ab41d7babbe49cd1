import { messages } from "#app/schemas/messages.ts";
import { EmptyPunch } from "./ornaments.tsx";

/** Where a form was, or never was: said once, in nobody's voice. */
export function OptInGone() {
  return (
    <>
      <EmptyPunch />
      <h1 className="gone">{messages.optIn.gone}</h1>
    </>
  );
}
