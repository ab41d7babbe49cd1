import { DAY, HOUR } from "./dates.ts";

/** A made-up claim. It is shown, and stored, counted and sent nowhere. */
export type SampleClaim = {
  id: string;
  email: string;
  broker: string;
  amount: string;
  state: "pending" | "sent" | "failed" | "rejected" | "expired";
  createdAt: string;
  /** Until when its event could be sent. */
  sendBefore: string;
};

/** Of an ad platform that accepts events for seven days, less an hour. */
const WINDOW_MS = 7 * DAY - HOUR;

const rows: [email: string, broker: string, amount: string, hoursAgo: number, state: SampleClaim["state"]][] =
  [
    ["noor.haddad@example.com", "Northgate Markets", "250.00", 0.5, "pending"],
    ["tomasz.nowak@example.com", "Halden FX", "1000.00", 4, "pending"],
    ["chiara.moreau@example.com", "Northgate Markets", "120.00", 9, "sent"],
    ["bjorn.lund@example.com", "Meridian Copy Trading", "75.00", 26, "sent"],
    ["ines.carvalho@example.com", "Halden FX", "600.00", 31, "failed"],
    ["amira.benali@example.com", "Northgate Markets", "90.00", 52, "pending"],
    ["oskar.weber@example.com", "Halden FX", "300.00", 70, "sent"],
    ["zeynep.yilmaz@example.com", "Meridian Copy Trading", "450.00", 96, "rejected"],
    ["mateusz.horak@example.com", "Northgate Markets", "200.00", 150, "pending"],
    ["lucie.petrov@example.com", "Halden FX", "2500.00", 164, "pending"],
    ["priya.iyer@example.com", "Northgate Markets", "50.00", 200, "expired"],
  ];

/** Claims as after a week: some pending, some about to expire, some failed. */
export function sampleClaims(now: Date): SampleClaim[] {
  return rows.map(([email, broker, amount, hoursAgo, state], index) => {
    const createdAt = now.getTime() - hoursAgo * HOUR;
    return {
      ...{ id: `sample-${index + 1}`, email, broker, amount, state },
      createdAt: new Date(createdAt).toISOString(),
      sendBefore: new Date(createdAt + WINDOW_MS).toISOString(),
    };
  });
}
