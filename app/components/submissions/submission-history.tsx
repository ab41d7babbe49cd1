import { useRef } from "react";
import text from "#app/components/ui/text.module.css";
import { Timeline, TimelineItem } from "#app/components/ui/timeline.tsx";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";
import { buildTimeline } from "./submission-timeline.ts";

type SubmissionHistoryProps = {
  submission: SubmissionResponse;
  view: View;
  connectedPlatforms: ConnectedAdPlatform[];
};

/**
 * The timeline of one submission. The last dot is animated when the submission becomes handled while it is
 * open.
 */
export function SubmissionHistory({ submission, view, connectedPlatforms }: SubmissionHistoryProps) {
  const firstSeen = useRef(submission.status);
  const isCelebrated = submission.status === "handled" && firstSeen.current !== "handled";
  const entries = buildTimeline(submission, view, connectedPlatforms);
  const lastProof = entries.findLast(({ kind }) => kind === "accepted" || kind === "verified")?.key;
  return (
    <Timeline>
      {entries.map(({ key, kind, icon, title, detail, remedy, code }) => (
        <TimelineItem
          key={key}
          kind={kind}
          icon={icon}
          title={title}
          isCelebrated={isCelebrated && key === lastProof}
        >
          {detail ? <p className={text.small}>{detail}</p> : null}
          {remedy ? <p className={text.secondary}>{remedy}</p> : null}
          {code.map((line) => (
            <p key={line} className={text.code}>
              {line}
            </p>
          ))}
        </TimelineItem>
      ))}
    </Timeline>
  );
}
