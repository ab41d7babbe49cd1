import { useHydrated } from "remix-utils/use-hydrated";
import { FileInput } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";

type LogoUploadProps = { version: number; hasLogo: boolean; errors: string[] | undefined };

/** A logo's upload without script: it is saved on its own. */
export function LogoUpload({ version, hasLogo, errors }: LogoUploadProps) {
  if (useHydrated()) return null;
  return (
    <Panel title="Logo">
      <PostForm intent="logo" encType="multipart/form-data" className={panelBodyClass}>
        <FieldBox
          label="Picture"
          htmlFor="logo-file"
          hint="PNG, JPEG or WebP, at most 2 MB. Save your other changes first: this button saves only the picture."
          field={{ errorId: "logo-file-error", errors }}
        >
          <FileInput
            id="logo-file"
            name="logo"
            accept="image/png,image/jpeg,image/webp"
            aria-invalid={errors ? true : undefined}
            aria-describedby="logo-file-error"
          />
        </FieldBox>
        <SubmitButton kind="primary" pending="Uploading">
          Upload logo
        </SubmitButton>
      </PostForm>
      {hasLogo ? (
        <PostForm intent="remove-logo" className={panelBodyClass}>
          <input type="hidden" name="version" value={version} />
          <div className={layout.row}>
            <SubmitButton pending="Removing">Remove logo</SubmitButton>
          </div>
        </PostForm>
      ) : null}
    </Panel>
  );
}
