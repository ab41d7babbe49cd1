import { type Check, noFaults } from "./check.ts";
import { type AuditedPage, listLinks } from "./pages.ts";

const AT_ONCE = 8;

/** Every link of every page leads somewhere, and every link into a page to something on it. */
export async function checkLinks(pages: AuditedPage[]): Promise<Check> {
  const links = await listLinks(pages);
  const faults: string[] = [];
  for (let at = 0; at < links.length; at += AT_ONCE) {
    await Promise.all(
      links.slice(at, at + AT_ONCE).map(async ({ path, visitor }) => {
        const response = await visitor.context.request.get(path);
        // Who may not see a page is told so; that is no dead link.
        if (response.status() >= 400) faults.push(`${response.status()} ${path} (${visitor.name})`);
      }),
    );
  }
  for (const { path, visitor } of pages) {
    const html = await (await visitor.context.request.get(path)).text();
    for (const [, id = ""] of html.matchAll(/href="#([^"]+)"/g))
      if (!html.includes(`id="${id}"`)) faults.push(`${path} has no #${id}`);
  }
  return noFaults(`dead links of ${links.length}`, faults);
}
