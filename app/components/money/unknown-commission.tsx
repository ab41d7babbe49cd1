import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";

/** Says why profit is not known, and where that is mended. */
export function UnknownCommission({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Alert tone="copper">
      <b>Profit is not known:</b> {formatNumber(count)} verified{" "}
      {count === 1 ? "deposit has" : "deposits have"} no commission, because the broker had none when it was
      verified, or no exchange rate. <Link to={paths.platforms()}>Set the commission of your brokers</Link>.
      It counts for deposits that are verified from then on.
    </Alert>
  );
}
