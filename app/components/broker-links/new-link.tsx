import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { NewBrokerLinkForm } from "#app/schemas/broker-links.ts";
import { LinkFields } from "./link-fields.tsx";

export function NewBrokerLink() {
  return (
    <FormPanel<typeof NewBrokerLinkForm>
      title="New link"
      intent="create"
      defaultValue={{ countryRule: "all" }}
      submit="Create link"
      pending="Creating"
    >
      {(fields) => <LinkFields fields={fields} isNew />}
    </FormPanel>
  );
}
