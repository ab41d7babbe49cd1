import { useLocation, useNavigate, useParams } from "@remix-run/react";
import { useEffect } from "react";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { FORM_TABS, type FormTab, SHARE_TABS, type ShareTab } from "#app/lib/form-tabs.ts";
import { paths } from "#app/paths.ts";

export const formTabLabels: Record<FormTab, string> = {
  look: "Look",
  questions: "Questions",
  languages: "Languages",
  "after-sending": "After sending",
  advanced: "Advanced",
};

export const shareTabLabels: Record<ShareTab, string> = {
  links: "Links",
  ads: "Paid ads",
  site: "On your site",
};

/** The tabs of a form's settings. */
export function FormTabs({ current }: { current: FormTab }) {
  const { formId } = useParams();
  useMovedParts({
    "#languages": paths.formSettings({ formId, tab: "languages" }),
    "#consent": paths.consentCoverage({ formId }),
  });
  const tabs = FORM_TABS.map((tab) => ({
    label: formTabLabels[tab],
    to: paths.formSettings({ formId, tab }),
    isCurrent: tab === current,
  }));
  return <Tabs label="Form settings" tabs={tabs} />;
}

/** The tabs of what shares a form. */
export function ShareTabs({ current }: { current: ShareTab }) {
  const { formId } = useParams();
  useMovedParts({
    "#ads": paths.shareForm({ formId, tab: "ads" }),
    "#embed": paths.shareForm({ formId, tab: "site" }),
  });
  const tabs = SHARE_TABS.map((tab) => ({
    label: shareTabLabels[tab],
    to: paths.shareForm({ formId, tab }),
    isCurrent: tab === current,
  }));
  return <Tabs label="Share" tabs={tabs} />;
}

/** Leads on who comes by the address of a part of the page that is elsewhere now. */
function useMovedParts(to: Readonly<Record<string, string>>): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const moved = to[hash];
  useEffect(() => {
    if (moved !== undefined && !moved.startsWith(`${pathname}?`) && moved !== pathname)
      navigate(moved, { replace: true });
  }, [moved, pathname, navigate]);
}
