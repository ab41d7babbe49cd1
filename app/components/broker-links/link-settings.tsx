import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { BrokerLinkForm, BrokerLinkResponse } from "#app/schemas/broker-links.ts";
import { LinkFields } from "./link-fields.tsx";

type BrokerLinkSettingsProps = { link: BrokerLinkResponse; isProven: boolean };

/** What an owner changes of a link. The address that people have stays. */
export function BrokerLinkSettings({ link, isProven }: BrokerLinkSettingsProps) {
  const { name, url, parameter, countries, reason, isArchived } = link;
  const codes = countries === null ? [] : "only" in countries ? countries.only : countries.except;
  return (
    <>
      <FormPanel<typeof BrokerLinkForm>
        title="Change"
        intent="save"
        defaultValue={{
          name,
          url,
          parameter,
          countryRule: countries === null ? "all" : "only" in countries ? "only" : "except",
          countries: codes.join(", "),
          reason: reason ?? "",
        }}
        submit="Save"
        pending="Saving"
      >
        {(fields) => (
          <>
            <LinkFields fields={fields} />
            <p className={text.secondary}>
              Another broker’s link needs your password, and the owners are told by email.
            </p>
            <PasswordProof field={fields.password} isProven={isProven} />
          </>
        )}
      </FormPanel>
      <Panel title={isArchived ? "Archived" : "No longer in use?"}>
        <PanelBody isRoomy>
          <p className={text.secondary}>
            {isArchived
              ? "Restore the link to have it lead to the broker again."
              : "An archived link leads nowhere. What came by it stays."}
          </p>
          {isArchived ? (
            <PostForm intent="restore">
              <SubmitButton kind="primary" pending="Restoring">
                Restore link
              </SubmitButton>
            </PostForm>
          ) : (
            <PostForm intent="archive">
              <SubmitButton pending="Archiving">Archive link</SubmitButton>
            </PostForm>
          )}
        </PanelBody>
      </Panel>
    </>
  );
}
