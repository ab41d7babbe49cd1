import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { channelUrl } from "#app/lib/share-links.ts";
import { paths } from "#app/paths.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { qrPng, qrSvg } from "#app/services/form-settings/qr-code.server.ts";

/** The QR code of the form's address, as a file. Claims that come by it are told apart by their source. */
export const loader = page(requireMember("settings:read"), async ({ params, member, ...args }) => {
  const { formId, format } = params;
  const own = await findOwnForm(member.workspace.id, formId);
  if (own === null || (format !== "png" && format !== "svg")) throw new NotFound("QR code");
  const { slug } = own.form;
  const url = channelUrl(config.publicUrl + paths.optIn({ slug }), "qr");
  const name = `${slug}-qr.${format}`;
  return format === "png"
    ? sendFile({ name, type: "image/png", parts: [await qrPng(url)] }, args)
    : sendFile({ name, type: "image/svg+xml; charset=utf-8", parts: [qrSvg(url)] }, args);
});
