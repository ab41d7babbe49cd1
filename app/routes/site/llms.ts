import { config } from "#app/env.server.ts";
import { llmsText } from "#app/lib/site/llms-text.ts";

/** What language models should know, from the same entries as the pages' tags. */
export function loader() {
  return new Response(llmsText(config), {
    headers: { "Content-Type": "text/markdown; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
