import { Link } from "@remix-run/react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

type SettingsPanelProps = {
  title: string;
  /** The page on which it is set. */
  to: string;
  label: string;
  children: React.ReactNode;
};

/** Part of a tab that has a page of its own: how it is set, and the way there. */
export function SettingsPanel({ title, to, label, children }: SettingsPanelProps) {
  return (
    <Panel title={title}>
      <PanelBody>
        <p className={text.secondary}>{children}</p>
        <div>
          <ButtonLink to={to}>{label}</ButtonLink>
        </div>
      </PanelBody>
    </Panel>
  );
}

const labels = { security: "Security", preferences: "Preferences" };

/** On such a page, the way back to its tab. */
export function SettingsParent({ section }: { section: keyof typeof labels }) {
  return (
    <p className={text.small}>
      <Link to={paths.settings({ section })}>{labels[section]}</Link>
    </p>
  );
}
