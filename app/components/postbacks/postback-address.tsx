import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Select } from "#app/components/forms/control.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { AFFILIATE_SYSTEMS, type AffiliateSystem, withMacros } from "#app/lib/affiliate-systems.ts";
import { formatDateTime } from "#app/lib/format-date.ts";

type PostbackAddressProps = {
  address: string | null;
  system: AffiliateSystem;
  previousUntil: string | null;
  memberLeftAt: string | null;
  canEdit: boolean;
  now: string;
  timeZone: string;
};

const systems = Object.entries(AFFILIATE_SYSTEMS);

/** Where the broker calls back, as its network takes it. */
export function PostbackAddressPanel(props: PostbackAddressProps) {
  const { address, system, previousUntil, memberLeftAt, canEdit, now, timeZone } = props;
  const at = (time: string) => formatDateTime({ at: time, timeZone, now });
  const pasted = address && withMacros(address, system);
  return (
    <Panel title="Postback address">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          Your broker’s network calls this address when somebody registers or deposits. What it says is
          matched with claims at once, by the same rules as a statement.
        </p>
        {memberLeftAt ? (
          <Alert tone="copper">
            Somebody left your workspace on {at(memberLeftAt)} and may know this address. Make a new one: both
            are taken for 24 hours.
          </Alert>
        ) : null}
        {pasted ? (
          <>
            <p className={text.code}>{pasted}</p>
            <p className={text.small}>
              {system === "other"
                ? "Put the macros of your network behind each “=”."
                : `These are the macros that ${AFFILIATE_SYSTEMS[system].name} usually has. Where yours are others, change what stands behind each “=”.`}
            </p>
            {previousUntil && previousUntil > now ? (
              <p className={text.small}>The address before this one is taken until {at(previousUntil)}.</p>
            ) : null}
            <div className={layout.row}>
              <CopyButton text={pasted} copied="Address copied">
                Copy address
              </CopyButton>
              <ConfirmedPost
                intent="rotate"
                summary="Make a new address…"
                title="Make a new address?"
                label="Make a new address"
                pending="Making it"
                isSmall
                opensAt="start"
              >
                <p>
                  The present one is taken for 24 hours more. Paste the new one into your network until then.
                </p>
              </ConfirmedPost>
            </div>
          </>
        ) : canEdit ? (
          <PostForm intent="make" className={layout.stack}>
            <div>
              <label htmlFor="make-system">Affiliate system of your broker</label>
              <Select id="make-system" name="system" defaultValue={system}>
                {systems.map(([value, { name }]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            </div>
            <div>
              <SubmitButton pending="Making it">Make the address</SubmitButton>
            </div>
          </PostForm>
        ) : (
          <p className={text.secondary}>Owners and managers see the address.</p>
        )}
      </PanelBody>
    </Panel>
  );
}
