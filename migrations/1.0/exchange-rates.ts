import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/exchange-rates", (type) => ({
  // The bank's daily rates.
  exchangeRates: {
    columns: {
      day: `${type.day} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      // Decimal text: it is read into decimals and never reckoned with in SQL.
      perEuro: `${type.ascii(24)} NOT NULL`,
    },
    primaryKey: ["day", "currency"],
  },
  // Where fetching them stands.
  rateSources: {
    columns: {
      id: `${type.ascii(10)} NOT NULL`,
      day: `${type.day} NULL`,
      fetchedAt: `${type.time} NULL`,
      nextUpdateAt: `${type.time} NULL`,
      leaseUntil: `${type.time} NULL`,
      lastError: `${type.text(300)} NULL`,
    },
    primaryKey: ["id"],
  },
}));
