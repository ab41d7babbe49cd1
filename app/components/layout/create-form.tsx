import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { PlusIcon } from "#app/components/ui/icons.ts";
import { paths } from "#app/paths.ts";

/** One click makes the form: its address from the username, with texts that can be changed later. */
export function CreateForm() {
  return (
    <PostForm intent="create" action={paths.formSettings()}>
      <SubmitButton kind="attest" icon={PlusIcon} pending="Creating">
        Create my form
      </SubmitButton>
    </PostForm>
  );
}
