import { Invalid } from "#app/lib/errors.ts";
import type { BrokerLinkInput } from "#app/schemas/broker-links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { usualParameter } from "#app/services/broker-links/link-target.ts";

type Typed = {
  name: string;
  url: string;
  parameter?: string | undefined;
  countryRule: "all" | "only" | "except";
  countries: string[];
  reason: string | null;
};

/** What the forms of the pages send, as a call would. @throws {Invalid} */
export function toLinkInput({ countryRule, countries, ...typed }: Typed): BrokerLinkInput {
  const parameter = typed.parameter ?? usualParameter(typed.url);
  if (parameter === null)
    throw new Invalid([{ field: "parameter", message: messages.brokerLinks.parameterShape }]);
  if (countryRule === "all") return { ...typed, parameter, countries: null };
  if (countries.length === 0)
    throw new Invalid([{ field: "countries", message: messages.fields.countriesMissing }]);
  return {
    ...typed,
    parameter,
    countries: countryRule === "only" ? { only: countries } : { except: countries },
  };
}
