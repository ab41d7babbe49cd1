import { redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { ChannelLinks } from "#app/components/form-settings/channel-links.tsx";
import { EmbedCode } from "#app/components/form-settings/embed-code.tsx";
import { ShareTabs, shareTabLabels } from "#app/components/form-settings/form-tabs.tsx";
import { LandingPageCode } from "#app/components/form-settings/landing-page-code.tsx";
import { LinkMistakes } from "#app/components/form-settings/link-mistakes.tsx";
import { MissingTextsNote } from "#app/components/form-settings/missing-texts.tsx";
import { QrCode } from "#app/components/form-settings/qr-code.tsx";
import { PageFields } from "#app/components/forms/post-form.tsx";
import { FormStateNote } from "#app/components/layout/own-form.tsx";
import { useSeveralForms } from "#app/components/layout/own-form-context.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { AdLinks } from "#app/components/links/ad-links.tsx";
import { LinkTable } from "#app/components/links/link-table.tsx";
import { NewLinkFields } from "#app/components/links/new-link-fields.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { formName } from "#app/lib/form-name.ts";
import { findFormTab, SHARE_TABS } from "#app/lib/form-tabs.ts";
import { CHANNELS, channelUrl } from "#app/lib/share-links.ts";
import { paths } from "#app/paths.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { NewLinkForm } from "#app/schemas/links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findFormState } from "#app/services/form-settings/list-own-forms.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { qrPath } from "#app/services/form-settings/qr-code.server.ts";
import { createLink } from "#app/services/links/manage-links.server.ts";
import { chatUrl, formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { findLinkMistakes } from "#app/services/submissions/find-link-mistakes.server.ts";
import { findBot } from "#app/services/telegram/bots/find-bot.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { presentEmbedding } from "./embedding.server.ts";
import { listAdLinks, loadLinks } from "./links.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) =>
    loaded && loaded.tab !== "links" ? `Share your form: ${shareTabLabels[loaded.tab]}` : "Share your form",
  description: "Your form’s link, links with a name and for ads, and its QR code.",
};

const EMBED_QUERY = ["mode", "language"] as const;

/** The form to share; without one its settings are the next step. */
async function getForm(workspaceId: string, formId: string | undefined) {
  const own = await findOwnForm(workspaceId, formId);
  if (!own && formId !== undefined) throw new NotFound("Form");
  if (!own) throw redirect(paths.formSettings());
  return own;
}

export const loader = page(requireMember("settings:read"), async ({ request, params, member }) => {
  const { workspace, role } = member;
  const { formId } = params;
  const tab = findFormTab(SHARE_TABS, params.tab);
  if (!tab) throw new NotFound("Page");
  const search = new URL(request.url).searchParams;
  // The code for another site was on the first tab.
  if (tab === "links" && EMBED_QUERY.some((name) => search.has(name)))
    throw redirect(
      paths.shareForm({
        formId,
        tab: "site",
        ...Object.fromEntries(EMBED_QUERY.map((name) => [name, search.get(name)])),
      }),
    );
  const own = await getForm(workspace.id, formId);
  const settings = presentFormSettings(own);
  const { slug } = settings;
  const url = formUrl({ slug });
  return {
    tab,
    form: { id: own.form.id, name: formName(own.form), state: await findFormState(own.form) },
    url,
    canEdit: isAllowed(role, "settings:write"),
    texts: { missing: settings.missingTexts, languages: settings.languages },
    mistakes: await findLinkMistakes({ workspaceId: workspace.id, formId: own.form.id }),
    links:
      tab === "links"
        ? {
            list: await loadLinks(workspace, own.form.id, search),
            channels: CHANNELS.map(({ id, name }) => ({ id, name, url: channelUrl(url, id) })),
            channel: CHANNELS.find(({ id }) => id === search.get("channel")) ?? null,
            qr: qrPath(channelUrl(url, "qr")),
            telegramUrl: (await findBot(workspace.id)) ? chatUrl({ slug }) : null,
          }
        : null,
    ads: tab === "ads" ? listAdLinks(url) : null,
    embedding: tab === "site" ? presentEmbedding({ settings, url, search }) : null,
  };
});

export const action = page(requireMember("settings:write"), async ({ request, params, member }) =>
  handleForm(request, member, NewLinkForm, {
    create: {
      async onValid({ channel, shownForm, ...given }) {
        const { form } = await getForm(member.workspace.id, params.formId ?? shownForm);
        const { source, medium } = CHANNELS.find(({ id }) => id === channel) ?? {};
        const input = { ...given, source: given.source ?? source, medium: given.medium ?? medium };
        const { id } = await createLink({ access: member.access, formId: form.id, input });
        const message = messages.links.created;
        return redirectWithFlash(paths.link({ linkId: id }), { kind: "success", message });
      },
    },
  }),
);

export default function ShareForm() {
  const { formId } = useParams();
  const hasSeveral = useSeveralForms();
  const { tab, form, url, canEdit, texts, mistakes, links, ads, embedding } = useLoaderData<typeof loader>();
  return (
    <Page errors={{ except: ["create"] }}>
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
      <ShareTabs current={tab} />
      <FormStateNote formId={form.id} state={form.state} />
      <MissingTextsNote formId={formId} {...texts} />
      <LinkMistakes mistakes={mistakes} />
      {links ? (
        <>
          <LinkTable {...links.list} />
          <Panel title="New link">
            <PanelBody>
              <p className={text.secondary}>
                Copy one of these and post it there. A link with a name also counts its own views and claims.
              </p>
              <ChannelLinks
                url={url}
                telegramUrl={links.telegramUrl}
                channels={links.channels}
                canEdit={canEdit}
              />
            </PanelBody>
            {canEdit ? (
              <PageFields.Provider value={{ shownForm: form.id }}>
                <NewLinkFields key={links.channel?.id} channel={links.channel} />
              </PageFields.Provider>
            ) : null}
          </Panel>
          <QrCode code={links.qr} />
        </>
      ) : null}
      {ads ? <AdLinks platforms={ads} /> : null}
      {embedding ? (
        <>
          <EmbedCode {...embedding} />
          <LandingPageCode code={embedding.click} days={embedding.clickDays} />
        </>
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
