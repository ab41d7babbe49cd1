import { InputForm } from "#app/components/forms/input-form.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { KNOWN_PLATFORMS } from "#app/schemas/known-platforms.ts";
import type { PlatformsForm } from "#app/schemas/platforms.ts";
import { focusPlatform } from "./focus-platform.ts";
import styles from "./new-platform-panel.module.css";
import { PlatformFields } from "./platform-fields.tsx";
import { PlatformIcon } from "./platform-icon.tsx";

/** Adds a well-known platform in one press, or one with a custom name and icon. */
export function NewPlatformPanel({ taken }: { taken: string[] }) {
  const reply = useReplyTo("create", "create-known");
  useFormSettled((fields) => {
    if (String(fields.get("intent")).startsWith("create") && !reply) focusPlatform();
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
        <OwnPlatform />
      </PanelBody>
    </Panel>
  );
}

function OwnPlatform() {
  return (
    <InputForm<typeof PlatformsForm>
      id="new-platform"
      intent="create"
      alsoShows={["create-known"]}
      className={styles.form}
      defaultValue={{ icon: "ChartLineUp" }}
      submit="Add broker"
      pending="Adding"
    >
      {(fields) => <PlatformFields name={fields.name} icon={fields.icon} />}
    </InputForm>
  );
}
