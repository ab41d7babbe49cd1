/**
 * What Exness's answers look like, as public programs have recorded them until November 2026: there is no
 * documentation. Ids are made up.
 */
export const EXNESS_ANSWERS = {
  /** `POST /api/v2/auth/`. */
  signedIn: { token: "eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjE2OTIzODU0ODJ9.c2lnbmF0dXJl" },
  /** `POST /api/partner/affiliation/`. */
  affiliated: { affiliation: true, accounts: ["44186977", "168247204"], client_uid: "4ec0c5fa" },
  notAffiliated: { affiliation: false, accounts: [], client_uid: null },
  /** `GET /api/reports/clients/accounts/`, of version 1. */
  accounts: {
    data: [
      {
        id: 810_206_605,
        partner_account: "1163683105934934542",
        client_uid: "4ec0c5fa",
        client_account: "134221327",
        client_account_type: "Pro",
        client_country: "ZA",
        platform: "mt5",
        client_account_created: "2026-04-30",
        client_account_last_trade: "2026-06-02",
        volume_lots: "39.7300000",
        volume_mln_usd: "20.0045",
        reward: "125.51",
      },
    ],
    totals: { count: 1, clients_count: 1 },
  },
  /** `GET /api/v2/reports/clients/`: balance and deposits are numbers of ranges for this partner. */
  clients: {
    data: [
      {
        partner_account: "1172984151037556173",
        client_uid: "4ec0c5fa-27d4-4c3f-9d0f-0a6f9f5a7a11",
        reg_date: "2026-04-30",
        client_country: "ZA",
        volume_lots: 39.73,
        volume_mln_usd: 20.0045,
        reward_usd: 125.51,
        trade_fn: "2026-05-02",
        client_contact_sharing_status: "NOT_REQUESTED",
        client_status: "ACTIVE",
        comment: "",
        rebate_amount_usd: 0,
        kyc_passed: true,
        ftd_received: true,
        ftt_made: true,
        client_balance: 1,
        client_equity: 1,
        deposit_amount: 3,
      },
    ],
    totals: { count: 1, volume_lots: 39.73, server_dt: "2026-11-29T10:00:00" },
  },
} as const;
