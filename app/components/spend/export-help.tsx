import { Link } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./export-help.module.css";

const steps = [
  {
    name: "Meta",
    text: "In Ads Manager choose the breakdown by time, day, then export the table as CSV or Excel.",
  },
  {
    name: "Google Ads",
    text: "In Campaigns add the segment by day, then use the download icon above the table. The same table can be sent by email on a schedule.",
  },
  {
    name: "TikTok",
    text: "In Analytics open Custom reports and choose Create. Take days, campaign, ad group and ad as dimensions. Scheduled Running sends it to up to 5 email addresses; TikTok ends it after three months in which nobody downloaded the report.",
  },
  {
    name: "Snapchat",
    text: "Export what was spent per ad and day from Ads Manager as CSV.",
  },
];

/** How each ad platform gives its spend. */
export function ExportHelp() {
  return (
    <Panel title="How to export">
      <PanelBody>
        <p className={text.secondary}>
          Meta’s spend can be read every morning: connect the ad account in{" "}
          <Link to={paths.integration({ adPlatform: "meta" })}>Meta’s page</Link>. Google Ads, TikTok and
          Snapchat let only a registered app read spend, and we do not have that yet: theirs comes by file.
        </p>
        <details>
          <summary className={buttonClass({ isSmall: true })}>Steps for each ad platform</summary>
          <dl className={styles.steps}>
            {steps.map((step) => (
              <div key={step.name}>
                <dt className={text.strong}>{step.name}</dt> <dd>{step.text}</dd>
              </div>
            ))}
          </dl>
        </details>
      </PanelBody>
    </Panel>
  );
}
