import { z } from "zod";
import {
  anyone,
  requireAdmin,
  requireMember,
  requireSignedOut,
  requireUser,
} from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import type { SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import { showSamples } from "#app/services/overview/show-samples.server.ts";
import { renameWorkspace } from "#app/services/workspaces/create-workspace.server.ts";

// Nothing runs this file: `npm run check:types` fails if an expected error is missing.

const Form = z.object({ intent: z.literal("save") });
const ownGuard = async () => null;
const handlers = { save: { onValid: async () => null } };

export const pages = [
  page(anyone, async ({ request }) => request.url),
  page(requireSignedOut, async ({ request }) => request.url),
  page(requireUser, async ({ member }) => member.user.id),
  page(requireAdmin, async ({ member }) => member.user.id),
  page(requireMember("submissions:read"), async ({ member }) => member.workspace.id),
  // @ts-expect-error a page has a guard
  page(async ({ request }) => request.url),
  // @ts-expect-error a guard returns a member or `anyone`
  page(ownGuard, async ({ request }) => request.url),
  // @ts-expect-error a guard of an action names it
  page(requireMember, async ({ request }) => request.url),
  // @ts-expect-error an open page knows no member
  page(anyone, async ({ member }) => member),
  // @ts-expect-error a signed-out page knows no member
  page(requireSignedOut, async ({ member }) => member),
];

export const writes = (member: Member, signedIn: SignedInAccount) => [
  renameWorkspace({ access: member.access, name: "Halden" }),
  // @ts-expect-error a session alone gives no right
  renameWorkspace({ access: signedIn.access, name: "Halden" }),
  // @ts-expect-error an id alone gives no right
  renameWorkspace({ workspaceId: signedIn.workspace.id, name: "Halden" }),
  // @ts-expect-error a right is granted, not put together
  showSamples({ workspaceId: signedIn.workspace.id, userId: signedIn.user.id, supportAccessId: null }, true),
];

export const forms = (request: Request, member: Member, signedIn: SignedInAccount) => [
  handleForm(request, member, Form, handlers),
  handleForm(request, anyone, Form, handlers),
  // @ts-expect-error a form is handled for a member, or for anyone
  handleForm(request, Form, handlers),
  // @ts-expect-error a session alone is no member
  handleForm(request, signedIn, Form, handlers),
  // @ts-expect-error nobody is no member
  handleForm(request, null, Form, handlers),
];
