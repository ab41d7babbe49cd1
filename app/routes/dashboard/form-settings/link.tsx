import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { QrCode } from "#app/components/form-settings/qr-code.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { LinkDetails } from "#app/components/links/link-details.tsx";
import { LinkUse } from "#app/components/links/link-use.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentLink } from "#app/presenters/link.ts";
import { type LinkChange, LinkForm } from "#app/schemas/links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { qrPath } from "#app/services/form-settings/qr-code.server.ts";
import { type CountedLink, getLink } from "#app/services/links/links.server.ts";
import { deleteLink, updateLink } from "#app/services/links/manage-links.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => loaded?.link.label ?? "Link",
  description: "A link to your form: its address, its QR code, and what came by it.",
};

export const loader = page(requireMember("settings:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const found = await getLink(workspace, params.linkId ?? "");
  const link = presentLink(found, formUrl);
  return {
    link,
    parent: parentOf(found),
    isFormDeleted: found.isFormDeleted,
    qr: qrPath(link.url),
    canEdit: isAllowed(role, "settings:write"),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

/** Where the link is listed. A deleted form has no page. */
const parentOf = ({ link: { formId }, isFormDeleted }: CountedLink) =>
  isFormDeleted
    ? { to: paths.forms(), label: "All forms" }
    : { to: paths.shareForm({ formId }), label: "Share your form" };

export const action = page(requireMember("settings:write"), async ({ request, params, member }) => {
  const { access, workspace } = member;
  const linkId = params.linkId ?? "";
  const saved = (message: string, to = paths.link({ linkId })) =>
    redirectWithFlash(to, { kind: "success", message });
  const change = async (input: LinkChange, message: string) => {
    await updateLink({ access, linkId, input });
    return saved(message);
  };
  return handleForm(request, member, LinkForm, {
    rename: { onValid: ({ label }) => change({ label }, messages.links.renamed) },
    archive: { onValid: () => change({ isArchived: true }, messages.links.archived) },
    restore: { onValid: () => change({ isArchived: false }, messages.links.restored) },
    delete: {
      async onValid() {
        const parent = parentOf(await getLink(workspace, linkId));
        const result = await deleteLink({ access, linkId });
        return result === "deleted" ? saved(messages.links.deleted, parent.to) : saved(messages.links.kept);
      },
    },
  });
});

export default function NamedLink() {
  const { link, parent, isFormDeleted, qr, canEdit, now, timeZone } = useLoaderData<typeof loader>();
  return (
    <Page errors={{ except: ["rename"] }}>
      <PageHeader title={link.label} parent={parent} />
      <LinkDetails link={link} isFormDeleted={isFormDeleted} now={now} timeZone={timeZone} />
      <QrCode code={qr} label="this link" link={link.id} />
      {canEdit ? <LinkUse key={link.label} link={link} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
