import { Input, Select, TextArea } from "#app/components/forms/control.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { FoldedPanel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { PostbackSettingsResponse } from "#app/schemas/postbacks.ts";

/** What besides the address says that a call is the broker's. */
export function PostbackProofPanel({
  settings,
  isOwner,
}: {
  settings: PostbackSettingsResponse;
  isOwner: boolean;
}) {
  const { secret, parameter, hmac, ips } = settings;
  return (
    <FoldedPanel
      title="Who may call"
      note={secret === "none" && ips.length === 0 ? "Whoever knows the address" : "Only your broker"}
    >
      <PostForm intent="proof">
        <PanelBody isRoomy>
          <p className={text.secondary}>
            Whoever knows the address can call it. A secret, a signature or a list of addresses says that a
            call is the broker’s.
          </p>
          {isOwner ? (
            <>
              <div>
                <label htmlFor="proof-secret">Secret</label>
                <Select id="proof-secret" name="secret" defaultValue={secret}>
                  <option value="none">None</option>
                  <option value="parameter">A parameter of the call</option>
                  <option value="hmac">A signature (HMAC-SHA256) in a header</option>
                </Select>
              </div>
              <div className={layout.halves}>
                <div>
                  <label htmlFor="proof-name">Name of the parameter or header</label>
                  <Input
                    id="proof-name"
                    name="name"
                    defaultValue={parameter?.name ?? hmac?.header ?? ""}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </div>
                <div>
                  <label htmlFor="proof-value">
                    {secret === "none" ? "Its value" : "Another value (empty keeps the present one)"}
                  </label>
                  <Input id="proof-value" name="value" type="password" autoComplete="new-password" />
                </div>
              </div>
              <p className={text.small}>16 to 100 letters, digits, points, hyphens or underscores.</p>
            </>
          ) : (
            <p className={text.small}>Secret: {secret === "none" ? "none" : "set"}. Only owners change it.</p>
          )}
          <div>
            <label htmlFor="proof-ips">Addresses that may call, one a line; empty is all</label>
            <TextArea id="proof-ips" name="ips" rows={3} defaultValue={ips.join("\n")} spellCheck={false} />
          </div>
          <SubmitButton pending="Saving">Save</SubmitButton>
        </PanelBody>
      </PostForm>
    </FoldedPanel>
  );
}
