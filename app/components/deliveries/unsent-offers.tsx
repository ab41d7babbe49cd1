import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { UnsentOffer } from "#app/schemas/replays.ts";

type UnsentOffersProps = {
  offers: UnsentOffer[];
  /** Whether the page is about the ad platform. */
  isHere?: boolean;
};

/** Offers to send verified claims that an ad platform never got, after a dry run. */
export function UnsentOffers({ offers, isHere = false }: UnsentOffersProps) {
  return offers.map(({ platform, platformName, count, days }) => (
    <Alert
      key={platform}
      action={
        <ButtonLink isSmall to={paths.replay({ platform, of: "neverSent" })}>
          See what would be sent
        </ButtonLink>
      }
    >
      <b className={text.strong}>
        {`${claimsOf(count, days)} never sent ${isHere ? "here" : `to ${platformName}`}.`}
      </b>{" "}
      <span className={text.secondary}>{count === 1 ? "Send it?" : "Send them?"}</span>
    </Alert>
  ));
}

const claimsOf = (count: number, days: number) =>
  `${formatNumber(count)} verified ${count === 1 ? "claim" : "claims"} of the last ${days} days ${count === 1 ? "was" : "were"}`;
