import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Advanced } from "#app/components/ui/advanced.tsx";
import { CHANNELS } from "#app/lib/share-links.ts";
import type { NewLinkForm } from "#app/schemas/links.ts";

const channels = CHANNELS.map(({ id, name }) => ({ value: id, label: name }));

/** @param channel the one that is chosen at first */
export function NewLinkPanel({ channel }: { channel: { id: string; name: string } | null }) {
  return (
    <FormPanel<typeof NewLinkForm>
      title="New link"
      intent="create"
      defaultValue={channel ? { label: channel.name, channel: channel.id } : {}}
      submit="Create link"
      pending="Creating"
    >
      {(fields) => (
        <>
          <Field
            label="What it is for"
            field={fields.label}
            autoComplete="off"
            hint="For you only, for example Story of 3 November."
          />
          <SelectField
            label="Where you post it"
            field={fields.channel}
            choices={channels}
            none="Somewhere else"
            hint="It becomes the source and the medium of the claims."
          />
          <Field label="Campaign (optional)" field={fields.campaign} autoComplete="off" />
          <Advanced
            isOpen={[fields.name, fields.source, fields.medium].some(({ errors, initialValue }) =>
              Boolean(errors?.length || initialValue),
            )}
            summary="Name in the address, source and medium"
          >
            <Field
              label="Name in the address (optional)"
              field={fields.name}
              autoComplete="off"
              spellCheck={false}
              hint="For example ig-story-3. Without one it is made of what the link is for."
            />
            <Field
              label="Source (optional)"
              field={fields.source}
              autoComplete="off"
              hint="In place of the one of where you post it."
            />
            <Field label="Medium (optional)" field={fields.medium} autoComplete="off" />
          </Advanced>
        </>
      )}
    </FormPanel>
  );
}
