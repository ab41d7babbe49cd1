import Decimal from "decimal.js-light";
import { exactDateTime } from "#app/lib/format-date.ts";
import { displayMoney, isCurrency } from "#app/lib/money.ts";
import type { ComparedField, StatementColumn } from "#app/lib/statements.ts";
import type { Submission } from "#app/models/index.server.ts";
import { describeClaim } from "./keys/claim-facts.server.ts";
import type { FoundRow } from "./list-statements.server.ts";
import { compareValues, figuresOf, type StatedAmount } from "./matching/amount.ts";
import { findClients } from "./matching/clients.ts";
import { findStrongHits, toHeldClaim } from "./matching/find-hits.ts";
import { fitProof, isAmountCovered } from "./matching/fit.ts";
import { type Compared, compareFields } from "./matching/identify.ts";
import type { Proof } from "./matching/proofs.ts";
import type { ConvertAmount, FileFacts, StatementRow } from "./matching/types.ts";

type Sides = {
  claim: Submission;
  rows: readonly FoundRow[];
  file: Pick<FileFacts, "kind" | "period"> & {
    columns: readonly Pick<StatementColumn, "index" | "meaning">[];
  };
  timeZone: string;
  convert: ConvertAmount;
};

/** A claim beside the rows that may be about it, field by field. What differs is what the matching says differs. */
export function compareSides({ claim, rows, file, timeZone, convert }: Sides): ComparedField[] {
  const read = rows.flatMap((row) => row.read ?? []);
  const { differs, differsInAmount, differsInTime } = compareClaim(claim, read, file, convert);
  const side = (
    label: string,
    own: string | null,
    names: readonly (keyof Compared)[],
    pick: (row: StatementRow) => string | null,
  ): ComparedField => ({
    label,
    claim: own,
    file: [...new Set(read.flatMap((row) => pick(row) ?? []))].join(", ") || null,
    isDifferent: names.some(differs),
  });
  const { email, phone, reference, country, createdAt, amount, currency } = claim;
  const sides = [
    side("Email", email, ["email", "masked"], (row) => row.email ?? row.emailMasked),
    side("Email hash", email, ["hash"], (row) => row.emailSha256 ?? row.emailMd5),
    side("Phone", phone, ["phone", "ending"], (row) => row.phone ?? toEnding(row.phoneEnding)),
    side("Name", null, [], ({ name, userName }) => name ?? userName),
    side("Account", reference, ["account"], (row) => row.account),
    {
      label: "Amount",
      claim: amount && money(amount, currency),
      file: describeAmounts(read),
      isDifferent: differsInAmount,
    },
    {
      label: "Time",
      claim: exactDateTime({ at: createdAt, timeZone }),
      file: describeTimes(rows, file.columns, timeZone),
      isDifferent: differsInTime,
    },
    side("Country", country, ["country"], (row) => row.country),
  ];
  return sides.filter(
    ({ label, file: found }) => found !== null || ["Email", "Account", "Amount", "Time"].includes(label),
  );
}

function compareClaim(
  claim: Submission,
  rows: readonly StatementRow[],
  file: Pick<FileFacts, "kind" | "period">,
  convert: ConvertAmount,
) {
  const clients = findClients(rows, file);
  const held = toHeldClaim(describeClaim(claim, []), clients);
  findStrongHits(held, clients);
  const compared = clients.all.map((client) => compareFields(held, client, held.strong.get(client) ?? []));
  const proofs = clients.all.flatMap((client) => client.proofs);
  const rules = { convert };
  const fits = proofs.flatMap((proof) => fitProof(held, proof, rules) ?? []);
  return {
    differs(name: keyof Compared): boolean {
      const found = compared.flatMap((fields) => fields[name] ?? []);
      return found.length > 0 && !found.includes("same");
    },
    differsInAmount:
      held.stated !== null &&
      proofs.length > 0 &&
      !fits.some((fit) => fit.amount.level === "equal" || isAmountCovered(held, fit)) &&
      !isSumOf(held.stated, proofs, convert),
    differsInTime: proofs.length > 0 && !fits.some(({ time: { is } }) => is === "inside" || is === "unknown"),
  };
}

/** Whether parts of a deposit are what the visitor stated, all together. */
function isSumOf(stated: StatedAmount, proofs: readonly Proof[], convert: ConvertAmount): boolean {
  const figures = proofs.map((proof) => figuresOf(proof, stated.currency, convert));
  return (["gross", "net", "converted", "rate"] as const).some((wanted) => {
    const parts = figures.flatMap((own) => own.find(({ via }) => via === wanted)?.value ?? []);
    const sum = parts.reduce((all, part) => all.plus(part), new Decimal(0));
    return parts.length === proofs.length && compareValues(stated.value, sum).level === "equal";
  });
}

const toEnding = (digits: string | null) => digits && `…${digits}`;

const money = (amount: string, currency: string | null) =>
  currency && isCurrency(currency) ? displayMoney(amount, currency) : amount;

function describeAmounts(rows: readonly StatementRow[]): string | null {
  const shown = rows.flatMap((row) => {
    const own = row.amount === null ? [] : [money(row.amount, row.currency)];
    const converted = row.convertedAmount === null ? [] : [money(row.convertedAmount, row.convertedCurrency)];
    return own.length > 0 && converted.length > 0 ? [`${own[0]} (${converted[0]})`] : [...own, ...converted];
  });
  return shown.join(" + ") || null;
}

/** As the file has it, because its clock may be another one; a known moment also by the reader's clock. */
function describeTimes(
  rows: readonly FoundRow[],
  columns: Sides["file"]["columns"],
  timeZone: string,
): string | null {
  const indexes = columns
    .filter(({ meaning }) => meaning === "datetime" || meaning === "date" || meaning === "time")
    .map(({ index }) => index);
  const shown = rows.map(({ cells, read }) => {
    const written = indexes.flatMap((index) => cells[index] || []).join(" ");
    const at = read?.at;
    return at && +at.from === +at.to ? `${exactDateTime({ at: at.from, timeZone })} (${written})` : written;
  });
  return shown.filter(Boolean).join(", ") || null;
}
