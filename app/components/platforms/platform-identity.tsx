import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { PlatformForm, PlatformResponse } from "#app/schemas/platforms.ts";
import { PlatformFields } from "./platform-fields.tsx";
import styles from "./platform-identity.module.css";

type PlatformIdentityProps = { platform: Pick<PlatformResponse, "name" | "icon"> };

export function PlatformIdentity({ platform: { name, icon } }: PlatformIdentityProps) {
  return (
    <FormPanel<typeof PlatformForm>
      title="Name and icon"
      id="platform"
      intent="update"
      className={styles.form}
      preventScrollReset
      defaultValue={{ name, icon }}
      submit="Save name and icon"
      pending="Saving"
    >
      {(fields) => (
        <PlatformFields name={fields.name} icon={fields.icon} hint="Existing claims keep the old name." />
      )}
    </FormPanel>
  );
}
