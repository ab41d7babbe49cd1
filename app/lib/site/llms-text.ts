import { listPlanContents, PLANS } from "#app/lib/plans.ts";
import { listedPages, sitePages } from "./pages.ts";
import { listQuestions, QUESTION_GROUPS, withBrand } from "./questions.ts";

type Site = { brandName: string; publicUrl: string };

/** The site in Markdown, in the form that llmstxt.org describes. */
export function llmsText({ brandName, publicUrl }: Site): string {
  const brand = (text: string) => withBrand(text, brandName);
  const { description, keyFacts, primaryBenefit, targetAudience } = sitePages.landing;
  const pages = listedPages().map(
    (page) =>
      `- [${brand(page.title)}](${publicUrl}${page.path}): ${brand(page.description)} For: ${page.targetAudience}. Benefit: ${page.primaryBenefit} ${page.keyFacts.map(brand).join(" ")}`,
  );
  const plans = PLANS.map(
    (plan) => `- ${plan.name}: EUR ${plan.euroPerMonth} a month. ${listPlanContents(plan).join(", ")}`,
  );
  const questions = QUESTION_GROUPS.flatMap(({ group, title }) => [
    `### ${title}`,
    ...listQuestions(group, brandName).map(({ question, answer }) => `- **${question}** ${answer}`),
  ]);
  return [
    `# ${brandName}`,
    `> ${brand(description)}`,
    `Primary benefit: ${primaryBenefit}\nTarget audience: ${targetAudience}`,
    ["## Key facts", ...keyFacts.map((fact) => `- ${brand(fact)}`)].join("\n"),
    ["## Pages", ...pages].join("\n"),
    ["## Plans", ...plans].join("\n"),
    ["## Questions", ...questions].join("\n"),
    `## API\n- [Reference](${publicUrl}/docs/api)\n- [OpenAPI document](${publicUrl}/api/openapi.json)`,
  ]
    .join("\n\n")
    .concat("\n");
}
