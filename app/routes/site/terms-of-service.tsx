import { Link } from "@remix-run/react";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { platformsInBeta } from "#app/lib/ad-platforms.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.terms);

export default function TermsOfService() {
  const brandName = useBrandName();
  return (
    <PageMain title="Terms of service" lead={`The rules for using ${brandName}, in plain words.`}>
      <Prose>
        <h2>The service</h2>
        <p>
          {brandName} gives you a public form on which visitors confirm a deposit, purchase or subscription, a
          desk on which you check these claims, and the delivery of verified claims to ad platforms that you
          connect. Meta is supported. {platformsInBeta} are in development (beta): they may change or stop at
          any time.
        </p>
        <h2>Your account</h2>
        <ul>
          <li>Give your real email address, and keep your password and API keys to yourself.</li>
          <li>You are responsible for what members of your workspace do in it.</li>
          <li>
            You can deactivate or delete your account any time. Deleting erases your data and can’t be undone.
          </li>
        </ul>
        <h2>Your visitors</h2>
        <ul>
          <li>
            You decide what your form asks and which ad platforms receive events. For your visitors’ data you
            are the controller, and we are your processor:{" "}
            <Link to={`${paths.privacy()}#data-processing`}>what we agree on it</Link>.
          </li>
          <li>
            The consent text of your form has to say truthfully what you do with the answers. Send only events
            for people who agreed to it.
          </li>
          <li>Mark a claim as verified only if you found it in the broker’s records.</li>
          <li>Respect a withdrawal. We stop what has not been sent; tell your ad platform if it has.</li>
        </ul>
        <h2>What is not allowed</h2>
        <p>
          Invented claims, forms that imitate somebody else or ask for passwords or card data, unlawful
          offers, and attempts to break or overload the service. We may block a form or an account for it, and
          tell you why.
        </p>
        <h2>Plans and payment</h2>
        <p>
          Every account starts on the free plan. The prices on the{" "}
          <Link to={paths.pricing()}>pricing page</Link> are in EUR, excluding VAT, and there are no hidden
          fees. Paid plans start once we have agreed on them with you and are invoiced monthly in advance. An
          upgrade takes effect right away, a downgrade with the next billing cycle. You can cancel to the end
          of a billing cycle; the account then continues on the free plan.
        </p>
        <h2>What we promise, and what we can’t</h2>
        <p>
          We keep every accepted claim, send each verified one once and within the ad platform’s time limit as
          long as the platform can be reached, and show you every response. We can’t promise how an ad
          platform uses an event, that your campaigns improve, or that the service is never interrupted.
          Figures on this site are targets, each with its base beside it.
        </p>
        <h2>Liability</h2>
        <p>
          We are liable without limit for intent and gross negligence and wherever the law requires it.
          Otherwise our liability is limited to foreseeable damage, at most what you paid us in the twelve
          months before.
        </p>
        <h2>Changes</h2>
        <p>
          We tell account owners about changes to these terms by email at least 30 days before. If you don’t
          agree, you can delete your account until then. The <Link to={paths.privacy()}>privacy policy</Link>{" "}
          says what we store. Questions: <Link to={paths.contact()}>write to us</Link>.
        </p>
      </Prose>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
