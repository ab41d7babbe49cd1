import { redirect } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { ChannelLinks } from "#app/components/form-settings/channel-links.tsx";
import { EmbedCode } from "#app/components/form-settings/embed-code.tsx";
import { LandingPageCode } from "#app/components/form-settings/landing-page-code.tsx";
import { LinkMistakes } from "#app/components/form-settings/link-mistakes.tsx";
import { QrCode } from "#app/components/form-settings/qr-code.tsx";
import { FormStateNote } from "#app/components/layout/own-form.tsx";
import { useSeveralForms } from "#app/components/layout/own-form-context.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { formName } from "#app/lib/form-name.ts";
import { CHANNELS, channelUrl } from "#app/lib/share-links.ts";
import { paths } from "#app/paths.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { findFormState } from "#app/services/form-settings/list-own-forms.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { qrPath } from "#app/services/form-settings/qr-code.server.ts";
import { findLinkMistakes } from "#app/services/submissions/find-link-mistakes.server.ts";
import { presentEmbedding } from "./embedding.server.ts";

export const handle: PageHandle = {
  title: "Share your form",
  description: "Your form’s link, its QR code, and links with a campaign.",
};

export const loader = page(
  requireMember("settings:read"),
  async ({ request, params: { formId }, member }) => {
    const { workspace } = member;
    const own = await findOwnForm(workspace.id, formId);
    if (!own && formId !== undefined) throw new NotFound("Form");
    if (!own) throw redirect(paths.formSettings());
    const settings = presentFormSettings(own);
    const { slug } = settings;
    const url = config.publicUrl + paths.optIn({ slug });
    return {
      form: { id: own.form.id, name: formName(own.form), state: await findFormState(own.form) },
      url,
      mistakes: await findLinkMistakes(workspace.id),
      channels: CHANNELS.map(({ id, name }) => ({ id, name, url: channelUrl(url, id) })),
      qr: qrPath(channelUrl(url, "qr")),
      embedding: presentEmbedding({ settings, url, search: new URL(request.url).searchParams }),
    };
  },
);

export default function ShareForm() {
  const { formId } = useParams();
  const hasSeveral = useSeveralForms();
  const { form, url, mistakes, channels, qr, embedding } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title={
          hasSeveral ? (
            <>
              Share <bdi>{form.name}</bdi>
            </>
          ) : (
            "Share your form"
          )
        }
        parent={hasSeveral ? { to: paths.forms(), label: "All forms" } : undefined}
        link={{ to: paths.formSettings({ formId }), label: "Form settings" }}
      />
      <FormStateNote formId={form.id} state={form.state} />
      <LinkMistakes mistakes={mistakes} />
      <ChannelLinks url={url} channels={channels} />
      <QrCode code={qr} />
      <EmbedCode {...embedding} />
      <LandingPageCode code={embedding.click} days={embedding.clickDays} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
