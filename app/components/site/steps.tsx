import clsx from "clsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CheckIcon, SealCheckIcon, UserIcon } from "#app/components/ui/icons.ts";
import { TimelineDot } from "#app/components/ui/timeline.tsx";
import columns from "./three-columns.module.css";

const stepsTo = (adPlatform: string) =>
  [
    {
      kind: "claimed",
      icon: UserIcon,
      title: "They confirm",
      text: "One short form behind your link. It loads in a blink on a phone, works inside Instagram, and asks for consent in your words.",
    },
    {
      kind: "verified",
      icon: CheckIcon,
      title: "You check",
      text: "Upload your broker’s file and verify what it confirms with one press, or look a claim up yourself. If you can't find it, don't send it.",
    },
    {
      kind: "accepted",
      icon: SealCheckIcon,
      title: "We deliver",
      text: `We send each event within ${adPlatform}’s time limit. If ${adPlatform} is down we try again. You see every response.`,
    },
  ] as const;

/** The three steps; the line's color changes at the last. */
export function Steps({ adPlatform }: { adPlatform: string }) {
  return (
    <ol className={clsx(columns.columns, columns.onLine)}>
      {stepsTo(adPlatform).map(({ kind, icon, title, text }) => (
        <li key={kind}>
          <TimelineDot kind={kind}>
            <Icon of={icon} />
          </TimelineDot>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
