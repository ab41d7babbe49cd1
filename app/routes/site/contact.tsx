import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { ContactPanel } from "#app/components/site/contact-form.tsx";
import { PageMain } from "#app/components/site/page-main.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { CONTACT_SUBJECTS } from "#app/lib/domain.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import { ContactForm } from "#app/schemas/contact.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { sendContactMessage } from "#app/services/contact/send-message.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";

/** With script, for the states of its form; it works without. */
export const handle: PageHandle = { ...staticPage(sitePages.contact), isStatic: false };

export const headers = pageHeaders;

export const loader = page(anyone, async ({ request }) => {
  const asked = new URL(request.url).searchParams.get("subject");
  return {
    subject: CONTACT_SUBJECTS.find((subject) => subject === asked) ?? null,
    formToken: issueFormToken("call"),
  };
});

/** A form that was refused for its token gets a new one. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 403 || defaultShouldRevalidate;

export const clientAction = keepPageOnError(() => messages.contact.failed);

export const action = page(anyone, async ({ request, context }) =>
  handleForm(request, anyone, ContactForm, {
    contact: {
      limits: [mailLimits.byAddress(addressKey(context.clientAddress))],
      failure: messages.contact.failed,
      async onValid({ intent: _, ...input }) {
        await consume([mailLimits.byEmail(input.email)]);
        await sendContactMessage({ input, needsToken: true });
        return redirectWithFlash(paths.contact(), { kind: "success", message: messages.contact.sent });
      },
    },
  }),
);

export default function Contact() {
  return (
    <PageMain
      title="Contact us"
      lead="About plans, partnerships, technical questions or your data. A person answers, by email."
    >
      <ContactPanel {...useLoaderData<typeof loader>()} />
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
