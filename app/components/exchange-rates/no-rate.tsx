import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";

type Missing = { from: string[]; to: string };

/** "no exchange rate from AED, KWD to EUR" */
export const describeNoRate = ({ from, to }: Missing): string =>
  `no exchange rate from ${from.join(", ")} to ${to}`;

/** Says which rate is missing, with a link to where the owner sets one. It cannot stand in another link. */
export function NoRate({ from, to }: Missing) {
  const [first] = from;
  return (
    <>
      {describeNoRate({ from, to })} (
      <Link to={paths.exchangeRates(first ? { from: first, to } : undefined)}>set a rate</Link>)
    </>
  );
}
