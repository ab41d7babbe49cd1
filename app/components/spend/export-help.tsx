import { Link } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

const steps = [
  {
    name: "Google Ads",
    text: "Campaigns, segment by day, then Download as CSV or Excel. To get it by email, choose Schedule in the same menu, daily.",
  },
  {
    name: "TikTok",
    text: "Reporting, Custom report, with the dimension by day and the IDs of campaign, ad group and ad. Schedule it there, with your email as recipient.",
  },
  {
    name: "Snapchat",
    text: "Manage ads, Export, with the breakdown by day. To get it by email, make a report in Reports and schedule it.",
  },
];

/** How each ad platform gives its spend. */
export function ExportHelp() {
  return (
    <Panel title="How to export">
      <PanelBody>
        <p className={text.secondary}>
          Meta’s spend can be read every morning: connect the ad account in{" "}
          <Link to={paths.integration({ adPlatform: "meta" })}>Meta’s integration</Link>. Google Ads, TikTok
          and Snapchat let only a registered app read spend, and we do not have that yet: theirs comes by
          file.
        </p>
        <details>
          <summary className={buttonClass({ isSmall: true })}>Steps for each ad platform</summary>
          <dl>
            <dt className={text.strong}>Meta</dt>
            <dd>Ads Manager, breakdown by day, then Export table data as CSV or Excel.</dd>
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
