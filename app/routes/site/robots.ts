import { config } from "#app/env.server.ts";

/** Pages with a token in their address say `noindex` themselves: a crawler that may not read them cannot know. */
const PRIVATE = ["/api/", "/dashboard", "/admin"];

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
