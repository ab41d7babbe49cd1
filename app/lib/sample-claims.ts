import { DAY, HOUR } from "./dates.ts";

/** A made-up claim. It is shown and can be decided, and is stored, counted and sent nowhere. */
export type SampleClaim = {
  id: string;
  email: string;
  phone: string;
  /** At the broker. */
  account: string | null;
  broker: string;
  amount: string;
  source: string;
  state: "pending" | "sent" | "failed" | "rejected" | "expired";
  createdAt: string;
  /** Until when its event could be sent. */
  sendBefore: string;
};

/** Of an ad platform that accepts events for seven days, less an hour. */
const WINDOW_MS = 7 * DAY - HOUR;

type Row = [
  email: string,
  account: string | null,
  broker: string,
  amount: string,
  source: string,
  hoursAgo: number,
  state: SampleClaim["state"],
];

const rows: Row[] = [
  ["noor.haddad@example.com", "58120433", "Northgate Markets", "250.00", "instagram", 0.5, "pending"],
  ["tomasz.nowak@example.com", null, "Halden FX", "1000.00", "youtube", 4, "pending"],
  ["chiara.moreau@example.com", "58119027", "Northgate Markets", "120.00", "instagram", 9, "sent"],
  ["bjorn.lund@example.com", "M-40117", "Meridian Copy Trading", "75.00", "telegram", 26, "sent"],
  ["ines.carvalho@example.com", "770815", "Halden FX", "600.00", "youtube", 31, "failed"],
  ["amira.benali@example.com", "58116641", "Northgate Markets", "90.00", "instagram", 52, "pending"],
  ["oskar.weber@example.com", "770792", "Halden FX", "300.00", "youtube", 70, "sent"],
  ["zeynep.yilmaz@example.com", null, "Meridian Copy Trading", "450.00", "tiktok", 96, "rejected"],
  ["mateusz.horak@example.com", "58110358", "Northgate Markets", "200.00", "tiktok", 150, "pending"],
  ["lucie.petrov@example.com", "770644", "Halden FX", "2500.00", "youtube", 164, "pending"],
  ["priya.iyer@example.com", null, "Northgate Markets", "50.00", "instagram", 200, "expired"],
];

/** Claims as after a week: some pending, some about to expire, some failed. */
export function sampleClaims(now: Date): SampleClaim[] {
  return rows.map(([email, account, broker, amount, source, hoursAgo, state], index) => {
    const createdAt = now.getTime() - hoursAgo * HOUR;
    return {
      id: `sample-${index + 1}`,
      email,
      account,
      broker,
      amount,
      source,
      state,
      // Numbers that the United Kingdom keeps for films.
      phone: `+447700900${100 + index}`,
      createdAt: new Date(createdAt).toISOString(),
      sendBefore: new Date(createdAt + WINDOW_MS).toISOString(),
    };
  });
}
