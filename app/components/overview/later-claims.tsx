import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";

type LaterClaimsProps = {
  later: { count: number; statements: { id: string; fileName: string; count: number }[] };
};

/** New claims that statements confirm which were uploaded before they came. */
export function LaterClaims({ later: { count, statements } }: LaterClaimsProps) {
  const [first] = statements;
  if (!first) return null;
  const toCertain = (id: string) => paths.statement({ id, group: "certain" });
  const claims = count === 1 ? "1 new claim is" : `${formatNumber(count)} new claims are`;
  const isOne = statements.length === 1;
  return (
    <Alert
      tone="verd"
      action={
        isOne ? (
          <ButtonLink isSmall to={toCertain(first.id)}>
            Show them
          </ButtonLink>
        ) : null
      }
    >
      <b className={text.strong}>{claims} in statements you have already uploaded.</b>{" "}
      {isOne ? (
        <bdi>{first.fileName}</bdi>
      ) : (
        statements.map((statement, index) => (
          <span key={statement.id}>
            {index > 0 ? ", " : null}
            <Link to={toCertain(statement.id)}>
              {formatNumber(statement.count)} in <bdi>{statement.fileName}</bdi>
            </Link>
          </span>
        ))
      )}
    </Alert>
  );
}
