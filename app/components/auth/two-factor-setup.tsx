import { getFormProps } from "@conform-to/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import styles from "./two-factor-setup.module.css";

export type TwoFactorSetupData = {
  /** In groups of four, to be typed. */
  secret: string;
  address: string;
  qr: { size: number; path: string };
};

type TwoFactorSetUpProps = { setUp: TwoFactorSetupData; lastResult: FormReply | undefined };

/** The QR code, the same as text, and the field for the app's first code. */
export function TwoFactorSetup({ setUp, lastResult }: TwoFactorSetUpProps) {
  const [form, fields] = useForm<{ code: string }>({ id: "two-step", intent: "confirm", lastResult });
  const { size, path } = setUp.qr;
  return (
    <>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
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
      <Panel title="2. Type its first code">
        <PanelBody>
          <PostForm intent="confirm" className={clsx(layout.stack, styles.form)} {...getFormProps(form)}>
            <Field
              key={lastResult?.requestId}
              label="Code"
              hint="Enter the 6-digit code. Your other devices will be signed out."
              field={fields.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              spellCheck={false}
            />
            <SubmitButton kind="primary" pending="Switching on">
              Switch on
            </SubmitButton>
          </PostForm>
        </PanelBody>
      </Panel>
    </>
  );
}
