import { config } from "#app/env.server.ts";
import { listedPages } from "#app/lib/site/pages.ts";

/** The pages that search engines may list. Their addresses hold nothing that XML would need escaped. */
export function loader() {
  const urls = listedPages().map(
    ({ path, changefreq, priority }) =>
      `  <url>\n    <loc>${config.publicUrl}${path}</loc>\n    <changefreq>${changefreq}</changefreq>\n    <priority>${priority.toFixed(1)}</priority>\n  </url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
