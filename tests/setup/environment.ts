/** What the tests' own process and the app under test have in common, so that each reads what the other wrote. */
export const environment = {
  APP_ENV: "test",
  PORT: "0",
  WORKER_PORT: "0",
  SESSION_SECRETS: "only-for-tests:sessions-and-signatures",
  ENCRYPTION_KEYS: "only-for-tests:credentials-at-rest-key",
  PROOF_SIGNING_KEYS: "MC4CAQAwBQYDK2VwBCIEIIZ6GzXYVun7QhURp5tEysPIUU85M3tjuxDuwcAddwN+",
  LOG_LEVEL: "info",
  /** Nobody is there: the rates that ship with the product serve. */
  ECB_RATES_URL: "http://127.0.0.1:9/daily.xml",
  RATE_LIMIT_SCALE: "100000",
  POLL_MS: "250",
  /** 30 s of the schedule become 30 ms. */
  MAIL_RETRY_SCALE: "0.001",
  /** 5 s of the schedule become 5 ms. */
  DELIVERY_RETRY_SCALE: "0.001",
  /** 5 s of the schedule become 5 ms. */
  EVENT_RETRY_SCALE: "0.001",
} as const;
