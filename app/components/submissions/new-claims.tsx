import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useWorkspaceChanges } from "#app/components/live/live-changes.tsx";
import { tabId } from "#app/components/live/tab-id-field.tsx";
import { useReload } from "#app/components/live/use-reload.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import styles from "./new-claims.module.css";

const NONE = { created: 0, decided: 0, elsewhere: 0 };

/** The number of requested new claims, and the list before. */
type ReloadRequest = { created: number; before: SubmissionResponse[] };

/**
 * Shows changed states in place. New claims and those decided elsewhere wait for a click, so that the list does
 * not move while somebody reads it.
 * @param loaded the claims shown. Once they change, they include all earlier messages
 */
export function NewClaims({ loaded }: { loaded: SubmissionResponse[] }) {
  const { reload, isReloading } = useReload();
  const isIdle = useNavigation().state === "idle" && !isReloading;
  const [waiting, setWaiting] = useState({ since: loaded, ...NONE });
  const [asked, setAsked] = useState<ReloadRequest | null>(null);
  const { created, decided, elsewhere } = waiting.since === loaded ? waiting : NONE;
  const hasNews = created + decided + elsewhere > 0;
  useWorkspaceChanges((change) => {
    // The form has loaded what was decided in this tab.
    const ownElsewhere = change.ownDecided.filter((tab) => tab !== tabId).length;
    const now = {
      created: created + change.created,
      decided: decided + change.decided,
      elsewhere: elsewhere + ownElsewhere,
    };
    setWaiting({ since: loaded, ...now });
    const isWaiting = now.created + now.decided + now.elsewhere > 0;
    if (change.changed > 0 && !isWaiting && isIdle) reload();
  });
  const hidden = asked && asked.before !== loaded ? countHidden(asked, loaded) : 0;
  return (
    <div role="status" className={styles.news}>
      {hasNews ? (
        <Button
          isSmall
          onClick={() => {
            setAsked({ created, before: loaded });
            reload();
          }}
        >
          {getLabel(created, decided, elsewhere)}
        </Button>
      ) : null}
      {!hasNews && hidden > 0 ? (
        <ButtonLink isSmall to={paths.submissions({ sort: "-createdAt" })} onClick={() => setAsked(null)}>
          {`${formatNumber(hidden)} new ${claims(hidden)} on another page: show the newest first`}
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** How many of the new claims the list has on another page, or leaves out. */
function countHidden({ created, before }: ReloadRequest, loaded: SubmissionResponse[]): number {
  const known = new Set(before.map(({ _id }) => _id));
  const newest = Math.max(...before.map(({ createdAt }) => Date.parse(createdAt)), 0);
  const shown = loaded.filter(({ _id, createdAt }) => !known.has(_id) && Date.parse(createdAt) > newest);
  return Math.max(0, created - shown.length);
}

const claims = (count: number) => (count === 1 ? "claim" : "claims");

function getLabel(created: number, decidedByOthers: number, elsewhere: number): string {
  const news = `${formatNumber(created)} new ${claims(created)}`;
  const decided = decidedByOthers + elsewhere;
  const decisions = `${formatNumber(decided)} ${claims(decided)} decided ${elsewhere > 0 ? "elsewhere" : "by others"}`;
  if (decided === 0) return `Show ${news}`;
  return created === 0 ? `Update the list: ${decisions}` : `Update the list: ${news}, ${decisions}`;
}
