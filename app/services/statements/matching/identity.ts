import { createHash } from "node:crypto";
import { toEmailKey } from "#app/lib/email-address.ts";
import type { StatementRow } from "./types.ts";

/** The address of a row. Some brokers' logins are addresses. */
export function emailOfRow({
  email,
  account,
  userName,
}: Pick<StatementRow, "email" | "account" | "userName">): string | null {
  const address = [email, account, userName].find((text) => text?.includes("@"));
  return address ? toEmailKey(address) : null;
}

/** The hashes of a row's address, as `hashEmail` writes them. */
export const hashesOfRow = ({
  emailSha256,
  emailMd5,
}: Pick<StatementRow, "emailSha256" | "emailMd5">): string[] =>
  [emailSha256, emailMd5].flatMap((hash) => hash?.trim().toLowerCase() ?? []);

/** How files hash addresses. */
export const EMAIL_HASHES = ["sha256", "md5"] as const;

export const hashEmail = (emailKey: string, algorithm: (typeof EMAIL_HASHES)[number]): string =>
  createHash(algorithm).update(emailKey, "utf8").digest("hex");
