import type { FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

type PrivacySectionProps = {
  fields: {
    retentionDays: FieldMetadata<{ pending: string; handled: string }>;
    clickDays: FieldMetadata<string>;
  };
};

/** How long the people behind claims are kept, and in their browsers the click that led to the form. */
export function PrivacySection({ fields }: PrivacySectionProps) {
  const { pending, handled } = fields.retentionDays.getFieldset();
  return (
    <Panel title="Data retention">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          After this time the person behind a claim is erased in the background. Its day, broker, amount and
          status stay for your statistics. Leave empty to keep it until you erase it yourself.
        </p>
        <div className={layout.halves}>
          <Field
            label="Erase unchecked claims after (days)"
            field={pending}
            inputMode="numeric"
            autoComplete="off"
            hint="Counted from when the claim came in. After this time, it is rejected."
          />
          <Field
            label="Erase checked claims after (days)"
            field={handled}
            inputMode="numeric"
            autoComplete="off"
            hint="Counted from your decision. A claim whose event can still be sent is kept until that is over."
          />
        </div>
        <Field
          label="Keep an ad’s click for (days)"
          field={fields.clickDays}
          inputMode="numeric"
          autoComplete="off"
          hint="1 to 30; empty for 7. Visitors who come back in this time count for the ad. A cookie keeps the click: the law where they live may ask for their consent."
        />
        <p className={text.small}>
          One person only: <Link to={paths.submissions({ status: "all" })}>search your claims</Link> for the
          email or phone number, then export or erase what you find. What we do with your visitors’ data for
          you: <Link to={`${paths.privacy()}#data-processing`}>data processing</Link>.
        </p>
      </PanelBody>
    </Panel>
  );
}
