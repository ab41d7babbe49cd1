import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { NewFormLanguages } from "./new-form-languages.tsx";

/** One click makes the form: its address from the username, with texts that can be changed later. */
export function CreateForm() {
  return (
    <PostForm intent="create" action={paths.formSettings()} className={layout.stack}>
      <NewFormLanguages />
      <p className={layout.row}>
        <SubmitButton kind="attest" icon={PlusIcon} pending="Creating">
          Create my form
        </SubmitButton>
      </p>
    </PostForm>
  );
}
