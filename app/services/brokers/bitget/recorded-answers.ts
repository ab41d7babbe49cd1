/**
 * What Bitget's answers look like, from public programs as of November 2026 (field names and types of
 * `/api/v2/broker/customer-list` and `…/customer-deposit`, to which its change log of 6 January 2026 moves
 * `/api/broker/v1/agent/customerList` and `…/customerDepositList`). Ids and amounts are made up.
 */
export const BITGET_ANSWERS = {
  /** `uid` is a number here and text elsewhere. */
  customers: {
    code: "00000",
    msg: "success",
    requestTime: 1_700_000_000_000,
    data: [{ uid: 123_456, registerTime: "1679991960110" }],
  },
  deposits: {
    code: "00000",
    msg: "success",
    requestTime: 1_700_000_000_000,
    data: [
      {
        orderId: "1098394344449155072",
        uid: "123456",
        depositTime: "1699990000000",
        depositCoin: "USDT",
        depositAmount: "250.5",
      },
      {
        orderId: "1098394344449155073",
        uid: "123456",
        depositTime: "1699991000000",
        depositCoin: "BTC",
        depositAmount: "0.01",
      },
    ],
  },
  nobody: { code: "00000", msg: "success", requestTime: 1_700_000_000_000, data: [] },
  unknownKey: { code: "40006", msg: "Invalid ACCESS_KEY", requestTime: 0, data: null },
  wrongSignature: { code: "40009", msg: "sign signature error", requestTime: 0, data: null },
  wrongPassphrase: { code: "40012", msg: "apikey/password is incorrect", requestTime: 0, data: null },
  noPermission: { code: "40014", msg: "Incorrect permissions", requestTime: 0, data: null },
} as const;
