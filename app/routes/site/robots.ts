import { config } from "#app/env.server.ts";

/** Pages with a token send `noindex` themselves, which a crawler could not see if they were listed here. */
const PRIVATE = ["/api/", "/dashboard"];

export function loader() {
  const lines = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "Allow: /api/openapi.json",
    "",
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
