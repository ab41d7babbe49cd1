import { useState } from "react";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { focusMain } from "#app/components/ui/focus-main.ts";
import { canBeDecided, matchElementId, type ShownMatch } from "./match-item.tsx";

/** The match that keys decide: the one that was moved to, otherwise the first that is open. */
export function useCurrentMatch(matches: ShownMatch[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const open = matches.filter(canBeDecided);
  const current = open.find(({ id }) => id === chosen) ?? open[0] ?? null;

  const goTo = (match: ShownMatch | undefined) => {
    if (!match) return;
    setChosen(match.id);
    document.getElementById(matchElementId(match.id))?.focus();
  };
  const move = (step: 1 | -1) => {
    const at = open.findIndex(({ id }) => id === current?.id);
    const isHere = document.activeElement?.closest("li")?.id === (current && matchElementId(current.id));
    goTo(isHere ? open[at + step] : (current ?? undefined));
  };

  useFormSettled((sent) => {
    const decided = sent.get("matchId");
    if (sent.get("intent") !== "decide" || typeof decided !== "string") return;
    const at = matches.findIndex(({ id }) => id === decided);
    const match = matches[at];
    // What was refused says why, and has the focus.
    if (!match || canBeDecided(match)) return;
    const next = matches.find((one, index) => index > at && canBeDecided(one)) ?? open[0];
    if (next) goTo(next);
    else focusMain();
  });
  return { current, move };
}
