/**
 * What Bybit's answers look like, from its documentation as of November 2026
 * (https://bybit-exchange.github.io/docs/v5/affiliate/affiliate-info and …/affiliate-user-list) and, where it says
 * so, as public programs have recorded them. Ids and amounts are made up.
 */
export const BYBIT_ANSWERS = {
  /** The documentation's example of `/v5/user/aff-customer-info`. */
  info: {
    retCode: 0,
    retMsg: "",
    result: {
      uid: "1513500",
      takerVol30Day: "10",
      makerVol30Day: "20",
      tradeVol30Day: "30",
      depositAmount30Day: "90",
      takerVol365Day: "100",
      makerVol365Day: "500",
      tradeVol365Day: "600",
      depositAmount365Day: "1300",
      totalWalletBalance: "4",
      depositUpdateTime: "2023-06-01 05:12:04",
      vipLevel: "99",
      volUpdateTime: "2023-06-02 00:00:00",
      KycLevel: 1,
    },
    retExtInfo: {},
    time: 1_685_596_324_508,
  },
  /** The same of an earlier version, without a level, as a public program recorded it in March 2024. */
  infoOf2024: {
    retCode: 0,
    retMsg: "",
    result: {
      uid: "151735210",
      takerVol30Day: "13675.78282",
      makerVol30Day: "4859.674",
      tradeVol30Day: "18535.45682",
      depositAmount30Day: "200",
      takerVol365Day: "13675.78282",
      makerVol365Day: "4859.674",
      tradeVol365Day: "18535.45682",
      depositAmount365Day: "200",
      totalWalletBalance: "3",
      depositUpdateTime: "2024-03-10 00:00:00",
      vipLevel: "0",
      volUpdateTime: "2024-03-10 00:00:00",
    },
    retExtInfo: {},
    time: 1_710_042_365_663,
  },
  /** The documentation's example of `/v5/affiliate/aff-user-list`: its dates and amounts are placeholders. */
  list: {
    retCode: 0,
    retMsg: "",
    result: {
      list: [
        {
          userId: "1001699821",
          registerTime: "0001-01-01",
          source: "aff_14650_10087",
          remarks: "front_hub_robot",
          isKyc: false,
          takerVol30Day: "",
          makerVol30Day: "",
          tradeVol30Day: "",
          depositAmount30Day: "",
          takerVol365Day: "",
          makerVol365Day: "",
          tradeVol365Day: "",
          depositAmount365Day: "",
          takerVol: "",
          makerVol: "",
          tradeVol: "",
          startDate: "2025-09-21",
          endDate: "2025-10-21",
        },
      ],
      nextPageCursor: "16197",
    },
    retExtInfo: {},
    time: 1_733_205_472_513,
  },
  /** Codes of https://bybit-exchange.github.io/docs/v5/error. */
  unknownKey: { retCode: 10003, retMsg: "API key is invalid.", result: {}, retExtInfo: {}, time: 0 },
  wrongSignature: { retCode: 10004, retMsg: "error sign!", result: {}, retExtInfo: {}, time: 0 },
  noPermission: { retCode: 10005, retMsg: "Permission denied.", result: {}, retExtInfo: {}, time: 0 },
  tooMany: { retCode: 10006, retMsg: "Too many visits!", result: {}, retExtInfo: {}, time: 0 },
  expired: { retCode: 33004, retMsg: "Your api key has expired.", result: {}, retExtInfo: {}, time: 0 },
} as const;
