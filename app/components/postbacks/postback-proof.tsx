import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import layout from "#app/components/ui/layout.module.css";
import { FoldedPanel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { PostbackForm, PostbackSettingsResponse } from "#app/schemas/postbacks.ts";

/** What besides the address says that a call is the broker's. */
export function PostbackProofPanel({
  settings,
  isOwner,
}: {
  settings: PostbackSettingsResponse;
  isOwner: boolean;
}) {
  const { secret, parameter, hmac, ips } = settings;
  const isRefused = useReplyTo("proof") !== undefined;
  return (
    <FoldedPanel
      title="Who may call"
      note={secret === "none" && ips.length === 0 ? "Whoever knows the address" : "Only your broker"}
      isOpen={isRefused}
    >
      <PanelBody>
        <InputForm<typeof PostbackForm>
          intent="proof"
          defaultValue={{
            secret,
            name: parameter?.name ?? hmac?.header ?? "",
            ips: ips.join("\n"),
          }}
          submit="Save"
          pending="Saving"
          kind="plain"
        >
          {(fields) => (
            <>
              <p className={text.secondary}>
                Whoever knows the address can call it. A secret, a signature or a list of addresses says that
                a call is the broker’s.
              </p>
              {isOwner ? (
                <>
                  <SelectField label="Secret" field={fields.secret} choices={SECRETS} />
                  <div className={layout.halves}>
                    <Field
                      label="Name of the parameter or header"
                      field={fields.name}
                      autoComplete="off"
                      spellCheck={false}
                    />
                    <Field
                      label={secret === "none" ? "Its value" : "Another value (empty keeps the present one)"}
                      field={fields.value}
                      type="password"
                      autoComplete="new-password"
                    />
                  </div>
                  <p className={text.small}>
                    16 to 100 letters, digits, points, hyphens or underscores. You need it in your network.
                  </p>
                </>
              ) : (
                <p className={text.small}>
                  Secret: {secret === "none" ? "none" : "set"}. Only owners change it.
                </p>
              )}
              <TextAreaField
                label="Addresses that may call, one a line; empty is all"
                field={fields.ips}
                rows={3}
                spellCheck={false}
              />
            </>
          )}
        </InputForm>
      </PanelBody>
    </FoldedPanel>
  );
}

const SECRETS = [
  { value: "none", label: "None" },
  { value: "parameter", label: "A parameter of the call" },
  { value: "hmac", label: "A signature (HMAC-SHA256) in a header" },
];
