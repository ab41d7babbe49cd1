import { useLoaderData } from "@remix-run/react";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { MissingRates } from "#app/components/exchange-rates/missing-rates.tsx";
import { OwnRateList } from "#app/components/exchange-rates/own-rate-list.tsx";
import { SetPeg } from "#app/components/exchange-rates/set-peg.tsx";
import { SetRate } from "#app/components/exchange-rates/set-rate.tsx";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { currencyCodes, isCurrency } from "#app/lib/money.ts";
import { findPeg } from "#app/lib/pegs.ts";
import { paths } from "#app/paths.ts";
import { presentOwnRate } from "#app/presenters/rates.ts";
import { OwnRateForm, type OwnRateInput } from "#app/schemas/exchange-rates.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { findMissingRates } from "#app/services/exchange-rates/find-missing-rates.server.ts";
import { listOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { deleteOwnRate, setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Exchange rates",
  description: "Your own exchange rates, for commissions and amounts in other currencies.",
};

export const loader = page(requireMember("platforms:read"), async ({ request, member }) => {
  const { workspace, role } = member;
  const asked = new URL(request.url).searchParams;
  const readCurrency = (name: string) => {
    const code = asked.get(name) ?? "";
    return isCurrency(code) ? code : null;
  };
  const [own, missing] = await Promise.all([listOwnRates(workspace.id), findMissingRates(workspace)]);
  return {
    may: { write: isAllowed(role, "platforms:write") },
    rates: own.map(presentOwnRate),
    missing: missing.map((pair) => ({ ...pair, peg: findPeg(pair.from) ?? findPeg(pair.to) })),
    asked: { from: readCurrency("from"), to: readCurrency("to") ?? workspace.currency },
    today: dayIn(workspace.timeZone, new Date()),
    timeZone: workspace.timeZone,
    currencies: currencyCodes(),
  };
});

const here = paths.exchangeRates();

async function set({ access }: Member, input: OwnRateInput) {
  await setOwnRate({ access, input });
  return redirectWithFlash(here, { kind: "success", message: messages.exchangeRates.saved });
}

export const action = page(requireMember("platforms:write"), async ({ request, member }) =>
  handleForm(request, member, OwnRateForm, {
    set: {
      onValid: ({ from, to, rate, validity, validFrom = null }) =>
        set(member, { from, to, rate, validFrom: validity === "from" ? validFrom : null }),
    },
    "use-peg": {
      onValid: async ({ currency }) => {
        const peg = findPeg(currency);
        return peg ? set(member, peg) : null;
      },
    },
    delete: {
      async onValid({ rateId }) {
        await deleteOwnRate({ access: member.access, rateId });
        return redirectWithFlash(here, { kind: "success", message: messages.exchangeRates.deleted });
      },
    },
  }),
);

export default function ExchangeRates() {
  const { may, rates, missing, asked, today, timeZone, currencies } = useLoaderData<typeof loader>();
  return (
    <>
      <LastAction errors={{ except: ["set", "use-peg"] }} />
      <SettingsParent section="preferences" />
      <p className={text.secondary}>
        Amounts are converted at the European Central Bank's rates of the day. A rate that you set here comes
        before the bank's for its two currencies, in both directions.
      </p>
      <MissingRates missing={missing} mayWrite={may.write} />
      {may.write ? (
        <>
          <SetRate
            key={`${asked.from} ${asked.to} ${rates.length}`}
            asked={asked}
            today={today}
            timeZone={timeZone}
            currencies={currencies}
          />
          <SetPeg />
        </>
      ) : null}
      <OwnRateList rates={rates} mayWrite={may.write} />
    </>
  );
}
