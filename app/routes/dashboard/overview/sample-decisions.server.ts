import { z } from "zod";
import { createSignedCookie } from "#app/http/cookies/signed-cookie.server.ts";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { sampleClaims } from "#app/lib/sample-claims.ts";
import { presentSample } from "#app/presenters/sample-claim.ts";
import { SampleDecision } from "#app/schemas/samples.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";

/** In the browser only: no database has a sample or what was decided of it. */
const cookie = createSignedCookie(
  "attesto_samples",
  z.object({ workspaceId: z.string(), decisions: z.record(z.string(), SampleDecision) }),
  { maxAge: (7 * DAY) / SECOND },
);

/** A cookie holds 4 KB, and eleven samples can be decided. */
const TEXT_MAX = 60;

export const clearSampleDecisions = () => cookie.clear();

async function readDecisions(request: Request, workspaceId: string): Promise<Record<string, SampleDecision>> {
  const value = await cookie.parse(request.headers.get("cookie"));
  return value?.workspaceId === workspaceId ? value.decisions : {};
}

/** The samples as this browser has decided them. */
export async function listSamples(
  request: Request,
  { workspace }: Pick<Member, "workspace">,
  now: Date,
): Promise<SubmissionResponse[]> {
  const decisions = await readDecisions(request, workspace.id);
  const { id, name } = adPlatforms.primary;
  return sampleClaims(now).map((claim) =>
    presentSample({
      claim,
      decision: decisions[claim.id],
      currency: workspace.currency,
      adPlatform: { id, name },
    }),
  );
}

/** @returns the `Set-Cookie` header with the decisions and one more */
export async function decideSample(
  request: Request,
  { workspace }: Pick<Member, "workspace">,
  { sampleId, decision }: { sampleId: string; decision: SampleDecision },
): Promise<string> {
  const decisions = await readDecisions(request, workspace.id);
  const { reasonText, note, ...rest } = decision;
  const short = { ...rest, reasonText: reasonText?.slice(0, TEXT_MAX), note: note?.slice(0, TEXT_MAX) };
  return cookie.serialize({ workspaceId: workspace.id, decisions: { ...decisions, [sampleId]: short } });
}
