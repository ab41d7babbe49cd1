import { Link } from "@remix-run/react";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { QuestionGroups } from "#app/components/site/question-groups.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.support, { questions: ["general", "pricing", "technical"] });

export default function Support() {
  const brandName = useBrandName();
  return (
    <PageMain title="Support" lead="Most questions are answered here. For everything else, write to us.">
      <QuestionGroups brandName={brandName} />
      <Prose>
        <h2>Still stuck?</h2>
        <p>
          Tell us what you did, what you expected and what happened instead. If a page shows a number for an
          error, include it: with it we find your request in the log. We answer by email.
        </p>
        <p>
          Programs have an API: its calls are in the <Link to={paths.apiReference()}>API reference</Link>.
        </p>
        <p>
          You filled in a form and want to withdraw it? Use the private link that you got after sending it. If
          you lost it, write to the person whose form it was, or to us.
        </p>
      </Prose>
      <p className={layout.row}>
        <ButtonLink kind="primary" to={paths.contact({ subject: "technical" })}>
          Ask a technical question
        </ButtonLink>
        <ButtonLink to={paths.contact({ subject: "feature" })}>Suggest a feature</ButtonLink>
      </p>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
