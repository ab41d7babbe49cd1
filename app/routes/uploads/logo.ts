import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { findLogo } from "#app/services/form-settings/logos.server.ts";

/** An uploaded picture. Its name is the hash of its content, so it never changes. */
export const loader = page(anyone, async ({ params }) => {
  const logo = await findLogo(params.hash ?? "");
  if (!logo) throw new NotFound("Picture");
  return new Response(new Uint8Array(logo.content), {
    headers: {
      "Content-Type": logo.mediaType,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
});
