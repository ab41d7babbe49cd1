import { errorAnswer } from "#app/http/error-answers.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { NotFound } from "#app/lib/errors.ts";

const handle = ({ context }: { context: LoadContext }) => {
  const { status, body } = errorAnswer(new NotFound("Address"), context.requestId);
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
};

export const loader = handle;
export const action = handle;
