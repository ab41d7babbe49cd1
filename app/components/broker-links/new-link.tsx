import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { NewBrokerLinkForm } from "#app/schemas/broker-links.ts";
import { LinkFields } from "./link-fields.tsx";

/** @param parameter what the broker's system takes a click id in; null where nobody knows it */
export function NewBrokerLink({ parameter }: { parameter: string | null }) {
  return (
    <FormPanel<typeof NewBrokerLinkForm>
      title="New link"
      intent="create"
      defaultValue={{ countryRule: "all", parameter: parameter ?? "" }}
      submit="Create link"
      pending="Creating"
    >
      {(fields) => <LinkFields fields={fields} isNew />}
    </FormPanel>
  );
}
