import type { PageHandle } from "#app/components/layout/page.tsx";
import type { SitePage } from "#app/lib/site/pages.ts";
import type { QuestionGroup } from "#app/lib/site/questions.ts";
import { breadcrumbs, faqPage, softwareApplication } from "#app/lib/site/structured-data.ts";

type Facts = {
  /** The questions that the page answers. */
  questions?: readonly QuestionGroup[];
  describesProduct?: boolean;
};

/** The handle of a page that works whole without script. */
export function staticPage(
  page: SitePage,
  { questions = [], describesProduct = false }: Facts = {},
): PageHandle {
  return {
    page,
    isStatic: true,
    structuredData: (site) => [
      ...(page.path === "/" ? [] : [breadcrumbs(page, site)]),
      ...(describesProduct ? [softwareApplication(site)] : []),
      ...(questions.length > 0 ? [faqPage(questions, site)] : []),
    ],
  };
}
