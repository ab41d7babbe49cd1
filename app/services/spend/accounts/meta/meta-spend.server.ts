import Decimal from "decimal.js-light";
import { readTimeZone, SECOND } from "#app/lib/dates.ts";
import { isCurrency } from "#app/lib/money.ts";
import { listDays } from "#app/lib/periods.ts";
import type { AdName, Spend } from "#app/lib/spend.ts";
import { createGraph, type GraphOptions } from "#app/services/ad-platforms/meta/graph.ts";
import { MetaCredential } from "#app/services/ad-platforms/meta/index.server.ts";
import { interpretMetaRead } from "#app/services/ad-platforms/meta/response.ts";
import { isToken, notSent } from "#app/services/ad-platforms/shared/access-token.ts";
import {
  type Fields,
  isRecord,
  readInteger,
  readRecords,
} from "#app/services/ad-platforms/shared/response-body.ts";
import { type ReadAccount, SpendReadError, type SpendReader } from "../spend-reader.ts";
import { SPEND_REMEDIES } from "./remedies.ts";

const TIMEOUT_MS = 20 * SECOND;
/** An ad's row has up to 4 KB, because Meta lists its actions under many names. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;
const ROWS_PER_PAGE = 500;
const FEWEST_ROWS = 25;
/** Meta's answers where a page would take it too long: "Please reduce the amount of data". */
const TOO_MUCH = ["1", "1/99", "100/1487534"];

const FIELDS = [
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "spend",
  "impressions",
  "clicks",
  "actions",
].join(",");

/** All that an ad can have: without this filter, Meta leaves out the spend of archived and deleted ads. */
const STATUSES = [
  "ACTIVE",
  "PAUSED",
  "ADSET_PAUSED",
  "CAMPAIGN_PAUSED",
  "ARCHIVED",
  "DELETED",
  "DISAPPROVED",
  "IN_PROCESS",
  "PENDING_BILLING_INFO",
  "PENDING_REVIEW",
  "PREAPPROVED",
  "WITH_ISSUES",
];
const FILTERING = JSON.stringify([{ field: "ad.effective_status", operator: "IN", value: STATUSES }]);

/** Reads what an ad account of Meta spends, by its Insights API. */
export function createMetaSpend(options: GraphOptions): SpendReader<MetaCredential> {
  const graph = createGraph(options);

  async function read({ accessToken }: MetaCredential, path: string, query: Record<string, string>) {
    const request = {
      path: `/${path}?${new URLSearchParams(query)}`,
      timeoutMs: TIMEOUT_MS,
      bodyMaxBytes: BODY_MAX_BYTES,
    };
    const response = isToken(accessToken) ? await graph(accessToken, request) : notSent();
    return interpretMetaRead(response, SPEND_REMEDIES);
  }

  /** By the cursor and not by the address in `next`, which may name any host. */
  async function* listPages(
    credential: MetaCredential,
    path: string,
    query: Record<string, string>,
    size: { limit: number },
  ) {
    const seen = new Set<string>();
    let after: string | null = null;
    for (;;) {
      const asked = { ...query, limit: `${size.limit}`, ...(after !== null && { after }) };
      const page = await read(credential, path, asked);
      if (page.ok) {
        after = readCursor(page.fields.paging);
        // A cursor that comes again would never end.
        const isLast: boolean = after === null || seen.has(after);
        yield { rows: readRecords(page.fields.data), isLast };
        if (isLast) return;
        seen.add(after ?? "");
      } else if (TOO_MUCH.includes(page.result.platformCode ?? "") && size.limit > FEWEST_ROWS) {
        size.limit = Math.max(Math.floor(size.limit / 4), FEWEST_ROWS);
        // Each try may take long: the caller is not left without a page for the time of several.
        yield { rows: [], isLast: false };
      } else throw new SpendReadError(page);
    }
  }

  return {
    adPlatform: "meta",
    credentialSchema: MetaCredential,
    toAccountId: (typed) => {
      const digits = /^(?:act_)?(\d{1,30})$/i.exec(typed.trim())?.[1];
      return digits === undefined ? null : `act_${digits}`;
    },

    async findAccount({ credential, accountId }) {
      const found = await read(credential, accountId, { fields: "name,currency,timezone_name" });
      if (!found.ok) return found;
      // The account alone can be seen without the right to its spend.
      const spend = await read(credential, `${accountId}/insights`, { fields: "spend", limit: "1" });
      if (!spend.ok) return spend;
      const { name, currency, timezone_name: zone } = found.fields;
      return {
        ok: true,
        account: {
          name: typeof name === "string" && name !== "" ? name : accountId,
          currency: typeof currency === "string" && isCurrency(currency) ? currency : "USD",
          timeZone: (typeof zone === "string" && readTimeZone(zone)) || "UTC",
        },
      };
    },

    async *listSpend(account, from, to) {
      // What is too much for one day is too much for the next ones.
      const size = { limit: ROWS_PER_PAGE };
      for (const day of listDays({ from, to })) {
        const query = {
          level: "ad",
          time_increment: "1",
          fields: FIELDS,
          filtering: FILTERING,
          time_range: JSON.stringify({ since: day, until: day }),
        };
        const path = `${account.accountId}/insights`;
        for await (const { rows, isLast } of listPages(account.credential, path, query, size))
          yield { day, spend: rows.flatMap((row) => toSpend(row, day, account) ?? []), isLast };
      }
    },
  };
}

/** The next page's cursor; null on the last page. */
function readCursor(paging: unknown): string | null {
  if (!isRecord(paging) || typeof paging.next !== "string" || !isRecord(paging.cursors)) return null;
  const { after } = paging.cursors;
  return typeof after === "string" && after !== "" ? after : null;
}

function toSpend(row: Fields, day: string, { accountId, currency }: ReadAccount): Spend | null {
  const amount = toDecimal(row.spend);
  if (amount === null) return null;
  return {
    day,
    adPlatform: "meta",
    accountId,
    currency,
    amount,
    campaign: toName(row.campaign_id, row.campaign_name),
    adSet: toName(row.adset_id, row.adset_name),
    ad: toName(row.ad_id, row.ad_name),
    source: null,
    impressions: readInteger(row.impressions),
    clicks: readInteger(row.clicks),
    conversions: countConversions(row.actions),
  };
}

function toName(objectId: unknown, name: unknown): AdName | null {
  const of = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return of(objectId) === null && of(name) === null ? null : { objectId: of(objectId), name: of(name) };
}

/**
 * Meta counts one purchase under several names, so only the first that is there counts: `omni_purchase` is the
 * sum of website, app and shop. Owners who name their events find them under `fb_pixel_custom`.
 */
const CONVERSIONS = [
  "omni_purchase",
  "offsite_conversion.fb_pixel_purchase",
  "purchase",
  "offsite_conversion.fb_pixel_custom",
];

function countConversions(actions: unknown): string {
  const counts = new Map(readRecords(actions).map((action) => [action.action_type, action.value]));
  const type = CONVERSIONS.find((one) => counts.has(one));
  // Meta leaves out what it counts none of.
  return (type === undefined ? null : toDecimal(counts.get(type))) ?? "0";
}

/** Decimal text as programs write it; negative for a credit. */
const toDecimal = (value: unknown): string | null =>
  /^-?\d{1,12}(\.\d{1,10})?$/.test(String(value))
    ? new Decimal(String(value)).toDecimalPlaces(4).toFixed()
    : null;
