import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { TwoFactorForm } from "#app/schemas/two-factor.ts";
import styles from "./two-factor-setup.module.css";

export type TwoFactorSetupData = {
  /** In groups of four, to be typed. */
  secret: string;
  address: string;
  qr: { size: number; path: string };
};

/** The QR code, the same as text, and the field for the app's first code. */
export function TwoFactorSetup({ setUp }: { setUp: TwoFactorSetupData }) {
  const { size, path } = setUp.qr;
  return (
    <>
      <Panel title="1. Add it to your app">
        <PanelBody>
          <p className={text.secondary}>Scan this with an authenticator app on your phone.</p>
          <svg
            className={styles.qrCode}
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="QR code for the app"
          >
            <path d={path} shapeRendering="crispEdges" />
          </svg>
          <div>
            <p className={text.secondary}>
              No camera at hand? Type this key, or open the app on this device.
            </p>
            <p>
              <code className={styles.secret}>{setUp.secret}</code>
            </p>
            <p>
              <a href={setUp.address}>Open in an app</a>
            </p>
          </div>
        </PanelBody>
      </Panel>
      <FormPanel<typeof TwoFactorForm>
        title="2. Type its first code"
        id="two-step"
        intent="confirm"
        submit="Switch on"
        pending="Switching on"
      >
        {(fields, { reply }) => (
          <Field
            key={reply?.requestId}
            label="Code"
            hint="Enter the 6-digit code. Your other devices will be signed out."
            field={fields.code}
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
          />
        )}
      </FormPanel>
    </>
  );
}
