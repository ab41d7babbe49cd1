import { requireMember } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { channelUrl } from "#app/lib/share-links.ts";
import { presentLink } from "#app/presenters/link.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { qrPng, qrSvg } from "#app/services/form-settings/qr-code.server.ts";
import { getLink } from "#app/services/links/links.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";

/** The QR code of a link's address as a file, or of the form's, whose claims are told apart by their source. */
export const loader = page(requireMember("settings:read"), async ({ params, member, ...args }) => {
  const { formId, format } = params;
  if (format !== "png" && format !== "svg") throw new NotFound("QR code");
  const linkId = new URL(args.request.url).searchParams.get("link");
  const { url, fileName } = await (linkId === null ? findForm(member, formId) : findLink(member, linkId));
  const name = `${fileName}-qr.${format}`;
  return format === "png"
    ? sendFile({ name, type: "image/png", parts: [await qrPng(url)] }, args)
    : sendFile({ name, type: "image/svg+xml; charset=utf-8", parts: [qrSvg(url)] }, args);
});

async function findForm({ workspace }: Member, formId: string | undefined) {
  const own = await findOwnForm(workspace.id, formId);
  if (own === null) throw new NotFound("QR code");
  const { slug } = own.form;
  return { url: channelUrl(formUrl({ slug }), "qr"), fileName: slug };
}

async function findLink({ workspace }: Member, linkId: string) {
  if (!isId(linkId)) throw new NotFound("QR code");
  const found = await getLink(workspace, linkId);
  const { url, name } = presentLink(found, formUrl);
  return { url, fileName: `${found.slug}-${name}` };
}
