import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";
import { KNOWN_PLATFORMS } from "#app/schemas/known-platforms.ts";
import { focusPlatform } from "./focus-platform.ts";
import styles from "./new-platform-panel.module.css";
import { PlatformFields, type PlatformValues } from "./platform-fields.tsx";
import { PlatformIcon } from "./platform-icon.tsx";

type NewPlatformPanelProps = {
  taken: string[];
  lastResult: FormReply | undefined;
};

/** Adds a well-known platform in one press, or one with a custom name and icon. */
export function NewPlatformPanel({ taken, lastResult }: NewPlatformPanelProps) {
  useFormSettled((fields) => {
    if (String(fields.get("intent")).startsWith("create") && !lastResult) focusPlatform();
  });
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const offered = KNOWN_PLATFORMS.filter(({ name }) => !names.has(name.toLowerCase()));
  return (
    <Panel title="Add a broker">
      <PanelBody isRoomy>
        {offered.length > 0 ? (
          <section aria-labelledby="known-platforms">
            <h3 id="known-platforms" className={styles.heading}>
              Popular brokers (click to add)
            </h3>
            <ul className={styles.known}>
              {offered.map(({ name, icon }) => (
                <li key={name}>
                  <PostForm intent="create-known" preventScrollReset>
                    <input type="hidden" name="icon" value={icon} />
                    <SubmitButton isSmall pending="Adding" name="name" value={name}>
                      <PlatformIcon name={icon} isInButton />
                      {name}
                    </SubmitButton>
                  </PostForm>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <OwnPlatform lastResult={lastResult} />
      </PanelBody>
    </Panel>
  );
}

function OwnPlatform({ lastResult }: Pick<NewPlatformPanelProps, "lastResult">) {
  const [form, fields] = useForm<PlatformValues>({
    id: "new-platform",
    intent: "create",
    lastResult,
    defaultValue: { icon: "ChartLineUp" },
  });
  return (
    <PostForm intent="create" className={styles.form} {...getFormProps(form)}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <PlatformFields name={fields.name} icon={fields.icon} />
      <SubmitButton kind="primary" pending="Adding">
        Add broker
      </SubmitButton>
    </PostForm>
  );
}
