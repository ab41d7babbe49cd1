import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Advanced } from "#app/components/ui/advanced.tsx";
import layout from "#app/components/ui/layout.module.css";
import { panelBodyClass } from "#app/components/ui/panel.tsx";
import { CHANNELS } from "#app/lib/share-links.ts";
import type { NewLinkForm } from "#app/schemas/links.ts";

const channels = CHANNELS.map(({ id, name }) => ({ value: id, label: name }));

type NewLinkFieldsProps = {
  /** The one that is chosen at first, and names the link. */
  channel: { id: string; name: string } | null;
};

/** The form of a link with a name. */
export function NewLinkFields({ channel }: NewLinkFieldsProps) {
  return (
    <InputForm<typeof NewLinkForm>
      intent="create"
      className={panelBodyClass}
      defaultValue={channel ? { label: channel.name, channel: channel.id } : {}}
      submit="Create link"
      pending="Creating"
    >
      {(fields) => (
        <>
          <div className={layout.halves}>
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
          </div>
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
    </InputForm>
  );
}
