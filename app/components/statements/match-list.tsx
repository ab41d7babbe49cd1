import { useHydrated } from "remix-utils/use-hydrated";
import { Key } from "#app/components/submissions/review-keys.tsx";
import { Button } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { MatchItem, type ShownMatch } from "./match-item.tsx";
import type { StatementView } from "./statement-state.ts";
import { useCurrentMatch } from "./use-current-match.ts";

type MatchListProps = {
  statement: StatementResponse;
  matches: ShownMatch[];
  canDecide: boolean;
  view: StatementView;
};

/** The matches of a group. With script, keys move through them and decide the current one. */
export function MatchList({ matches, canDecide, ...rest }: MatchListProps) {
  const { current, move } = useCurrentMatch(matches);
  const isHydrated = useHydrated();
  const hasKeys = isHydrated && canDecide && current !== null && rest.statement.status === "ready";
  return (
    <>
      {hasKeys ? (
        <PanelBody>
          <div className={layout.row}>
            <Button isSmall aria-keyshortcuts="k" onClick={() => move(-1)}>
              Previous
              <Key>k</Key>
            </Button>
            <Button isSmall aria-keyshortcuts="j" onClick={() => move(1)}>
              Next
              <Key>j</Key>
            </Button>
            <span className={text.small}>Keys act on the marked claim.</span>
          </div>
        </PanelBody>
      ) : null}
      <Rows isWrapping>
        {matches.map((match, index) => {
          const isCurrent = hasKeys && match.id === current.id;
          return (
            <MatchItem
              key={match.id}
              match={match}
              canDecide={canDecide}
              isCurrent={isCurrent}
              isOpen={match.sides !== null && (hasKeys ? isCurrent : index === 0)}
              {...rest}
            />
          );
        })}
      </Rows>
    </>
  );
}
