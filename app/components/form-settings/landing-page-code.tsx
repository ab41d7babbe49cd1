import { Link, useParams } from "@remix-run/react";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { Snippet } from "./snippet.tsx";

type LandingPageCodeProps = {
  code: string;
  /** For how many days the click is kept. */
  days: number;
};

/** What keeps an ad's click on the pages that lead to the form. */
export function LandingPageCode({ code, days }: LandingPageCodeProps) {
  const { formId } = useParams();
  return (
    <Panel title="On your landing page">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          Your ads lead to a page of your own first? Put this on each page between the ad and your form. It
          keeps the ad’s click ids and utm parameters in your site’s own storage for{" "}
          {days === 1 ? "one day" : `${days} days`}, as the{" "}
          <Link to={paths.formSettings({ formId, tab: "advanced" })}>form's settings</Link> say, and adds them
          to links to your form, to its chat in Telegram and to the form that you embed. Copy it again when
          you change the days.
        </p>
        <Snippet name="Landing page code" code={code} copied="Landing page code copied" />
        <p className={text.secondary}>
          Your visitors’ law may ask for their consent first: then load it once they have agreed. Browsers
          that send Global Privacy Control or Do Not Track keep nothing. Several forms? List their names,
          separated by spaces.
        </p>
      </PanelBody>
    </Panel>
  );
}
