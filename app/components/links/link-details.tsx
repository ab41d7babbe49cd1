import { Link } from "@remix-run/react";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { useShare } from "#app/components/layout/use-share.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowSquareOutIcon, ShareNetworkIcon } from "#app/components/ui/icons.ts";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { CountedLinkResponse } from "#app/schemas/links.ts";
import { TruthRate } from "./link-table.tsx";

type LinkDetailsProps = { link: CountedLinkResponse; isFormDeleted: boolean; now: string; timeZone: string };

/** A link's address with the ways to hand it out, and what came by it. */
export function LinkDetails({ link, isFormDeleted, now, timeZone }: LinkDetailsProps) {
  const { id, url, views, claims, verified, isArchived, createdAt } = link;
  const share = useShare(url);
  const rows = (more: Record<string, string>) => paths.submissions({ link: id, ...more });
  return (
    <Panel title="Address">
      <PanelBody isRoomy>
        {isFormDeleted ? (
          <Alert tone="copper">
            The form of this link is deleted: its address leads nowhere, and its claims keep its name.
          </Alert>
        ) : isArchived ? (
          <Alert tone="copper">
            This link is archived. Its address still leads to your form, but new views and claims do not count
            for it.
          </Alert>
        ) : null}
        <p className={text.code}>{url}</p>
        <div className={layout.row}>
          <CopyButton text={url} copied="Link copied">
            Copy link
          </CopyButton>
          {share ? (
            <Button isSmall onClick={share}>
              <Icon of={ShareNetworkIcon} />
              Share…
            </Button>
          ) : null}
          <a className={buttonClass({ isSmall: true })} href={url} target="_blank" rel="noreferrer">
            <Icon of={ArrowSquareOutIcon} />
            Open it
          </a>
        </div>
        <KeyValues
          facts={[
            { label: "Views", value: formatNumber(views) },
            { label: "Claims", value: <Link to={rows({ status: "all" })}>{formatNumber(claims)}</Link> },
            {
              label: "Verified",
              value: <Link to={rows({ truth: "verified" })}>{formatNumber(verified)}</Link>,
            },
            { label: "Truth rate", value: <TruthRate link={link} /> },
            { label: "Created", value: formatDateTime({ at: createdAt, timeZone, now }) },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
