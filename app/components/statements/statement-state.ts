import type { StatementGroup } from "#app/lib/statements.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

/** How far a statement is, in words. */
export function describeStatus({ status, groups, progress, error }: StatementResponse): string {
  switch (status) {
    case "reading":
      return "Being read";
    case "matching":
      return "Being matched";
    case "columns":
      return "Has a question for you";
    case "failed":
      return error ?? "Could not be read";
    case "deciding":
    case "undoing":
      return `${status === "deciding" ? "Deciding" : "Undoing"} ${progress?.done ?? 0} of ${progress?.total ?? 0}`;
    case "ready":
      return `${groups?.certain.count ?? 0} certain, ${groups?.likely.count ?? 0} likely`;
  }
}

export const isWorking = ({ status }: Pick<StatementResponse, "status">): boolean =>
  ["reading", "matching", "deciding", "undoing"].includes(status);

export const groupNames: Record<StatementGroup, string> = {
  certain: "Certain",
  likely: "Likely",
  contradicted: "Contradicted",
  unmatchedClaims: "Claims not in the file",
  unmatchedRows: "Clients without a claim",
  unreadable: "Unreadable rows",
};

export const groupHints: Record<StatementGroup, string> = {
  certain:
    "A strong key, such as the account number, is in exactly one claim and one client, and nothing speaks against it.",
  likely: "Something fits, but not everything. Compare and decide each.",
  contradicted: "The file says something else: another amount by far, another country, or a chargeback.",
  unmatchedClaims: "Nothing in this file fits these claims.",
  unmatchedRows: "Clients in the file whom nobody claimed.",
  unreadable: "These rows could not be read.",
};

export const kindNames = {
  transactions: "Transactions",
  sums: "Sums per client",
  registrations: "Registrations",
} as const;

export const meaningNames: Record<string, string> = {
  date: "Date",
  time: "Time",
  datetime: "Date and time",
  account: "Account number",
  clickId: "Click ID",
  submissionId: "Claim ID",
  email: "Email",
  emailMasked: "Email, masked",
  emailSha256: "Email, SHA-256",
  emailMd5: "Email, MD5",
  phone: "Phone",
  phoneEnding: "Phone, last digits",
  name: "Name",
  userName: "User name",
  country: "Country",
  brand: "Brand",
  kind: "Kind of row",
  amount: "Amount",
  gross: "Amount, gross",
  fee: "Fee",
  currency: "Currency",
  amountConverted: "Amount, converted",
  count: "Number of deposits",
  status: "Status",
  commission: "Commission",
  ignore: "Not used",
};
