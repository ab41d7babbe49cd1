/**
 * Fills the migrated database of the environment, and writes what the drill has to know of it to the file of the
 * argument. It runs among the sources of the commit that the drill compares with, with what it imports there.
 */
import { writeFileSync } from "node:fs";
import { sequelize } from "#app/database/connection.server.ts";
import { submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import {
  connectPlatform,
  createForm,
  createNamedLink,
  createOwner,
  createPlatforms,
  type Form,
  unique,
} from "../../tests/factories/index.ts";
import {
  FILE_KINDS,
  type FileKindName,
  type Generated,
  generate,
  WORLDS,
} from "../../tests/statements/generate.ts";
import { changeClaims } from "../../tests/support/change-claims.ts";
import { createTier } from "../../tests/support/tiers.ts";
import type { Filled, FilledFile } from "./filled.ts";

const PASSWORD = "verify-what-is-true";
const SEED = 20_261_129;
const AT_ONCE = 20;
const CHANGES = 1_500;

/** Files with a person in each row, in several shapes. */
const DECIDED: FileKindName[] = [
  "accounts and times",
  "emails, phones, accounts",
  "sums per day",
  "phones only",
];

async function createAccount(name: string, brokers: string[], timeZone: string): Promise<Form> {
  const email = `${name}@recorded.example`;
  const owner = await createOwner({ email, username: name, password: PASSWORD, timeZone });
  await owner.workspace.update({ subscriptionPlan: "agency" });
  const platforms = await createPlatforms(brokers.length, { owner });
  for (const [index, platform] of platforms.entries()) {
    const brand = brokers[index] ?? "";
    await platform.update({ name: brand, nameKey: brand.toLowerCase() });
    await createTier(platform.id, { value: "10" });
  }
  await connectPlatform(owner, "meta");
  const form = await createForm({
    owner,
    platforms,
    slug: `${name}-form`,
    name: "Main form",
    allowRepeat: true,
    amountField: "optional",
  });
  await createNamedLink(form, { name: "bio", source: "instagram" });
  return form;
}

type Claim = Generated["claims"][number];

async function submit(form: Form, platformId: string, claim: Claim): Promise<void> {
  const [clickId] = claim.clickIds;
  const query = new URLSearchParams({
    ...(claim.source ? { utm_source: claim.source } : {}),
    ...(claim.subIds[0] ? { utm_content: claim.subIds[0] } : {}),
    ...(clickId ? { fbclid: clickId } : {}),
  });
  await submitOptIn({
    slug: form.slug,
    now: claim.confirmedAt,
    input: {
      email: claim.email ?? "",
      phone: { e164: claim.phone ?? "", country: claim.country as "ES" },
      platform: platformId,
      amountConfirmed: true,
      consent: true,
      ...(claim.account === null ? {} : { reference: claim.account }),
      amount: claim.amount ?? undefined,
      ...(claim.currency === null ? {} : { currency: claim.currency }),
    },
    visitor: {
      ip: "81.2.69.142",
      userAgent: "Mozilla/5.0 (iPhone)",
      acceptLanguage: null,
      visits: [],
      pageUrl: `https://landing.example/?${query}`,
      cookies: new Map(),
      asksForPrivacy: false,
      visitorId: null,
      deviceId: null,
      deviceFingerprint: null,
      idempotencyKey: unique(),
      needsToken: false,
    },
  });
}

/** An account with a broker for each kind of file, the claims of its people, and the files. */
async function fillWithFiles(
  account: string,
  worlds: { brand: string; kind: FileKindName; isCareless: boolean }[],
  size: number,
): Promise<FilledFile[]> {
  const form = await createAccount(
    account,
    worlds.map(({ brand }) => brand),
    "Europe/Madrid",
  );
  const files: FilledFile[] = [];
  for (const [index, { brand, kind, isCareless }] of worlds.entries()) {
    const platformId = form.platforms[index]?.id ?? "";
    const world = isCareless ? WORLDS.careless : WORLDS.usual;
    const generated = generate({ kind, seed: SEED + index, size, world });
    const claims = generated.claims.filter(({ confirmedAt }) => confirmedAt.getTime() < Date.now());
    for (let at = 0; at < claims.length; at += AT_ONCE)
      await Promise.all(claims.slice(at, at + AT_ONCE).map((claim) => submit(form, platformId, claim)));
    files.push({ account, platformId, name: `${brand}.csv`, text: toCsv(generated) });
  }
  return files;
}

const HOUR = 3_600_000;
const HALF_A_DAY = 12 * HOUR;
const PASSED = { deposit: "Deposit", declined: "Deposit", pending: "Deposit", withdrawal: "Withdrawal" };
const STATUSES: Record<string, string> = { declined: "Declined", pending: "Pending" };

/** A generated file as its back office would write it. */
function toCsv({ kind, rows, file }: Generated): string {
  const { clock = "instant", shape } = FILE_KINDS[kind] as { clock?: string; shape?: string };
  const text = (at: Date, plusMs: number, length: number) =>
    new Date(at.getTime() + plusMs).toISOString().slice(0, length).replace("T", " ");
  const toTime = ({ at }: (typeof rows)[number]) => {
    if (at === null) return null;
    if (shape === "day" || shape === "registrations") return text(at.from, HALF_A_DAY, 10);
    if (shape === "month") return text(file.period?.from ?? at.from, HALF_A_DAY, 7);
    // The generator widens what it knows of a time by 14 hours to each side.
    if (clock === "unknown zone") return text(at.from, 14 * HOUR, 19);
    return clock === "day" ? text(at.from, 14 * HOUR, 10) : text(at.from, 0, 19);
  };
  const time = { day: "Date", month: "Month", registrations: "Registration date" }[shape ?? ""];
  const columns: [heading: string, read: (row: (typeof rows)[number]) => string | number | null][] = [
    ["Login", ({ account }) => account],
    ["Client name", ({ name }) => name],
    ["Username", ({ userName }) => userName],
    ["Email", ({ email, emailMasked }) => email ?? emailMasked],
    ["Email SHA-256", ({ emailSha256 }) => emailSha256],
    ["Email MD5", ({ emailMd5 }) => emailMd5],
    ["Phone", ({ phone, phoneEnding }) => phone ?? (phoneEnding && `*****${phoneEnding}`)],
    ["Click ID", ({ clickId }) => clickId],
    ["Country", ({ country }) => country],
    [time ?? (clock === "instant" ? "Time (UTC)" : clock === "day" ? "Date" : "Time"), toTime],
    ["Type", ({ kind: of }) => PASSED[of as keyof typeof PASSED] ?? "Registration"],
    ["Status", ({ kind: of }) => STATUSES[of ?? ""] ?? "Completed"],
    ["Deposits count", ({ count }) => count],
    ["Amount", ({ amount }) => amount],
    ["Currency", ({ currency }) => currency],
    ["Fee", ({ fee }) => fee],
    ["Net amount", ({ net }) => net],
    ["Converted amount", ({ convertedAmount }) => convertedAmount],
    ["Converted currency", ({ convertedCurrency }) => convertedCurrency],
  ];
  const used = columns.filter(([, read]) => rows.some((row) => read(row) !== null));
  const lines = [
    used.map(([heading]) => heading),
    ...rows.map((row) => used.map(([, read]) => read(row) ?? "")),
  ];
  return lines.map((cells) => `${cells.join(";")}\n`).join("");
}

const kinds = Object.keys(FILE_KINDS) as FileKindName[];
const usual = kinds.map((kind) => ({ brand: kind, kind, isCareless: false }));
const careless = DECIDED.map((kind) => ({ brand: `${kind}, careless`, kind, isCareless: true }));
const matched = await fillWithFiles("matches", [...usual, ...careless], 50);
const decided = await fillWithFiles(
  "decided",
  DECIDED.map((kind) => ({ brand: kind, kind, isCareless: false })),
  60,
);
const changed = await createAccount("changes", ["Northgate Markets", "Halden FX"], "America/New_York");
await connectPlatform(changed.owner, "google");
await changeClaims(changed, CHANGES);
await sequelize.close();
const filled: Filled = { matched, decided };
writeFileSync(process.argv[2] ?? "filled.json", JSON.stringify(filled));
