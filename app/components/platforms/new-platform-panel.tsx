import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useRef, useState } from "react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { KNOWN_PLATFORMS } from "#app/schemas/known-platforms.ts";
import { focusPlatform } from "./focus-platform.ts";
import styles from "./new-platform-panel.module.css";
import { PlatformFields, type PlatformValues } from "./platform-fields.tsx";
import { PlatformIcon } from "./platform-icon.tsx";

type NewPlatformPanelProps = {
  /** Names that the owner has already. */
  taken: string[];
  lastResult: SubmissionResult<string[]> | undefined;
};

/** One press for a well-known platform, or a name and an icon of one's own. */
export function NewPlatformPanel({ taken, lastResult }: NewPlatformPanelProps) {
  const known = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState(0);
  useFormSettled(
    () => known.current,
    () => {
      if (!lastResult) focusPlatform();
    },
  );
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const offered = KNOWN_PLATFORMS.filter(({ name }) => !names.has(name.toLowerCase()));
  return (
    <Panel title="Add a platform">
      <PanelBody isRoomy>
        {offered.length > 0 ? (
          <section aria-labelledby="known-platforms">
            <h3 id="known-platforms" className={styles.heading}>
              Well-known ones
            </h3>
            <ul className={styles.known} ref={known}>
              {offered.map(({ name, icon }) => (
                <li key={name}>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="icon" value={icon} />
                    <SubmitButton isSmall pending="Adding" name="name" value={name}>
                      <PlatformIcon name={icon} isInButton />
                      {name}
                    </SubmitButton>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <OwnPlatform
          key={added}
          lastResult={lastResult}
          onAdded={() => {
            setAdded(added + 1);
            focusPlatform();
          }}
        />
      </PanelBody>
    </Panel>
  );
}

type OwnPlatformProps = Pick<NewPlatformPanelProps, "lastResult"> & { onAdded: () => void };

function OwnPlatform({ lastResult, onAdded }: OwnPlatformProps) {
  const [form, fields] = useForm<PlatformValues>({
    id: "new-platform",
    lastResult,
    defaultValue: { icon: "ChartLineUp" },
  });
  const element = useRef<HTMLFormElement>(null);
  useFormSettled(
    () => element.current,
    () => {
      if (!lastResult) onAdded();
    },
  );
  return (
    <Form method="post" className={styles.form} ref={element} {...getFormProps(form)}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <PlatformFields name={fields.name} icon={fields.icon} />
      <SubmitButton kind="primary" pending="Adding">
        Add platform
      </SubmitButton>
    </Form>
  );
}
