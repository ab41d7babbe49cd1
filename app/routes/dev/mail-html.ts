import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { MAIL_SANDBOX } from "#app/lib/mail-sandbox.ts";
import { getMailFile } from "#app/services/mail/mail-files.server.ts";

/** The HTML part alone, where nothing of it can run or be sent. */
export const loader = page(anyone, async ({ params }) => {
  const { html } = await getMailFile(params.id ?? "");
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${MAIL_SANDBOX}`,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
});
