import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { FoldedPanel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { DoorsForm } from "#app/schemas/telegram-doors.ts";
import { type DoorLanguage, DoorTexts, NeedsFields } from "./door-fields.tsx";

type NewDoorProps = {
  platforms: { id: string; name: string }[];
  languages: DoorLanguage[];
  isFirst: boolean;
};

/** Makes a door of a private channel or group. */
export function NewDoor({ platforms, languages, isFirst }: NewDoorProps) {
  const isSent = useReplyTo("create") !== undefined;
  return (
    <FoldedPanel title="Add a door" isOpen={isFirst || isSent}>
      <InputForm<typeof DoorsForm>
        intent="create"
        className={panelBodyClass}
        defaultValue={{ state: "verified" }}
        submit="Add the door"
        pending="Asking Telegram"
      >
        {(fields) => (
          <>
            <p className={text.secondary}>
              Add the bot to your private channel or group as an administrator with the rights “Invite users
              via link” and “Ban users”. Then open the channel in Telegram Web: its id is the number in the
              address, with -100 before it.
            </p>
            <Field
              label="Id of the channel or group"
              field={fields.chatId}
              autoComplete="off"
              spellCheck={false}
              hint="For example -1001234567890."
            />
            <Field
              label="Title (optional)"
              field={fields.title}
              autoComplete="off"
              hint="For you only. Without one it is the channel’s own."
            />
            <NeedsFields fields={fields} platforms={platforms} />
            <DoorTexts field={fields.text} languages={languages} />
          </>
        )}
      </InputForm>
    </FoldedPanel>
  );
}
