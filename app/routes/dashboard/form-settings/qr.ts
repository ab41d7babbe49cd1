import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { channelUrl } from "#app/lib/share-links.ts";
import { paths } from "#app/paths.ts";
import { qrPng, qrSvg } from "#app/services/form-settings/qr-code.server.ts";
import { findOwnForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

/** The QR code of the form's address, as a file. Claims that come by it are told apart by their source. */
export const loader = page(requireMember("settings:read"), async ({ params, member }) => {
  const { workspace } = member;
  const form = await findOwnForm(workspace.id);
  const { format } = params;
  if (form === null || (format !== "png" && format !== "svg")) throw new NotFound("QR code");
  const { slug } = form;
  const url = channelUrl(config.publicUrl + paths.optIn({ slug }), "qr");
  const body = format === "png" ? new Uint8Array(await qrPng(url)) : qrSvg(url);
  return new Response(body, {
    headers: {
      "Content-Type": format === "png" ? "image/png" : "image/svg+xml",
      "Content-Disposition": `attachment; filename="${slug}-qr.${format}"`,
      "Cache-Control": "no-store",
    },
  });
});
