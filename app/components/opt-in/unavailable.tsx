import { messages } from "#app/schemas/messages/index.ts";
import { EmptyPunch } from "./ornaments.tsx";

/** Where a form was, or never was: said once, in nobody's voice. */
export function OptInUnavailable() {
  return (
    <>
      <EmptyPunch />
      <h1 className="unavailable">{messages.optIn.gone}</h1>
    </>
  );
}
