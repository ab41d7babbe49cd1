import path from "node:path";
import { z } from "zod";
import { generatedSecret, problemOfSecrets } from "#app/lib/configured-secrets.server.ts";
import { toHostUrls } from "#app/lib/database-url.ts";
import { makeFolderPrivate, maskNewFiles } from "#app/lib/private-files.server.ts";
import { generateSigningKey, problemOfSigningKeys } from "#app/lib/proof/signing-keys.server.ts";
import { ConfigurationError, httpUrl, list, parseVariables, positiveNumber } from "#app/lib/variables.ts";

/** `category=url` */
const newsFeed = z.string().transform((text, context) => {
  const [, category, url] = /^([^=]{1,50})=(https?:\/\/.{1,2000})$/.exec(text) ?? [];
  if (category && url && URL.canParse(url)) return { category: category.trim(), url };
  context.addIssue(`must be category=url, as in markets=https://example.com/feed.xml, and not ${text}`);
  return z.NEVER;
});
export type NewsFeedSource = z.output<typeof newsFeed>;
/** A given number of bytes as base64url. */
const base64Url = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, "base64url").length === bytes,
      `must be ${bytes} bytes as base64url`,
    );

const Variables = z.object({
  APP_ENV: z.enum(["production", "demo", "development", "test"]).optional(),
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(3100),
  PUBLIC_URL: httpUrl.optional(),
  BRAND_NAME: z.string().min(1).max(60).default("Attesto"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: z
    .string()
    .refine(
      (url) => /^sqlite:./.test(url) || toHostUrls(url) !== null,
      "must be sqlite:FILE or mysql://USER:PASSWORD@HOST[:PORT][,HOST[:PORT]…]/NAME",
    )
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  METRICS_TOKEN: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
    .optional(),
  SESSION_SECRETS: list,
  ENCRYPTION_KEYS: list,
  PROOF_SIGNING_KEYS: list,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().max(320).optional(),
  CONTACT_TO: z.email().optional(),
  OPERATOR_NAME: z.string().max(100).optional(),
  OPERATOR_ADDRESS: z.string().max(300).optional(),
  OPERATOR_PEOPLE: list,
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_REGISTRATION: z.string().max(300).optional(),
  OAUTH_GOOGLE_CLIENT_ID: z.string().optional(),
  OAUTH_GOOGLE_CLIENT_SECRET: z.string().optional(),
  OAUTH_FACEBOOK_CLIENT_ID: z.string().optional(),
  OAUTH_FACEBOOK_CLIENT_SECRET: z.string().optional(),
  // Exactly as the provider writes it, a trailing slash included.
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${url}/`),
      "must be https, other than on this machine",
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).default("single sign-on"),
  OIDC_TRUST_EMAIL: z.enum(["yes", "no"]).default("no"),
  ECB_RATES_URL: httpUrl.default("https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"),
  RATES_POLL_MS: positiveNumber(60_000),
  NEWS_FEEDS: list.pipe(z.array(newsFeed)),
  TRUST_PROXY: z.string().default(""),
  CORS_ORIGINS: list,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  DEBUG_LOGS: list.pipe(z.array(z.enum(["access", "device"]))),
  RATE_LIMIT_SCALE: positiveNumber(1),
  UPLOAD_QUOTA_MB: positiveNumber(500),
  POLL_MS: positiveNumber(1000),
  MAIL_RETRY_SCALE: positiveNumber(1),
  MAIL_RETENTION_DAYS: positiveNumber(30),
  DELIVERY_RETRY_SCALE: positiveNumber(1),
  EVENT_RETRY_SCALE: positiveNumber(1),
  VAPID_PUBLIC_KEY: base64Url(65).optional(),
  VAPID_PRIVATE_KEY: base64Url(32).optional(),
  FAST_LANE: z.enum(["yes", "no"]).default("yes"),
  SHOW_CLAIMED_RATING: z.enum(["yes", "no"]).default("yes"),
  RUN_WORKER: z.enum(["yes", "no"]).default("yes"),
});

/** The configuration of the whole product. In `app/`, only this file reads `process.env`. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the variables that belong to one part of the product, such as an ad platform.
 * @throws {ConfigurationError} with one line per missing or wrong value
 */
export function readVariables<Shape extends z.ZodRawShape>(
  shape: Shape,
  source: Record<string, string | undefined> = process.env,
): z.infer<z.ZodObject<Shape>> {
  const { values, problems } = parseVariables(z.object(shape), source);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return values;
}

/**
 * Reads and checks the configuration.
 * @throws {ConfigurationError} with one line per missing or wrong value
 */
export function readConfig(source: Record<string, string | undefined>) {
  const { values: env, problems, wrong } = parseVariables(Variables, source);
  const appEnv = env.APP_ENV ?? (env.NODE_ENV === "production" ? "production" : "development");
  const report = (names: string, problem: string) => {
    // What is wrong by itself is said already.
    if (!names.split(", ").some((name) => wrong.has(name))) problems.push(`${names}: ${problem}`);
  };

  if (appEnv === "production") {
    if (env.NODE_ENV !== "production") report("NODE_ENV", "must be production when APP_ENV is production");
    for (const name of ["PUBLIC_URL", "DATABASE_URL"] as const) {
      if (!env[name]) report(name, "is required in production");
    }
  }
  const databaseUrl = env.DATABASE_URL ?? `sqlite:${path.join(env.DATA_DIR, "attesto.sqlite")}`;
  if (env.WORKERS > 1 && databaseUrl.startsWith("sqlite:") && !wrong.has("DATABASE_URL"))
    report("WORKERS", "several processes need MySQL; SQLite serves one. Set DATABASE_URL, or WORKERS to 1");
  if (env.TRUST_PROXY === "true")
    report("TRUST_PROXY", "name the hops, as a number or a list of addresses; true believes any client");

  const secretsFor = (name: "SESSION_SECRETS" | "ENCRYPTION_KEYS"): string[] => {
    const given = env[name];
    if (given.length === 0 && appEnv !== "production") return [generatedSecret(env.DATA_DIR, name)];
    const problem = problemOfSecrets(given, appEnv === "production");
    if (problem) report(name, problem);
    return given;
  };
  const sessionSecrets = secretsFor("SESSION_SECRETS");
  const encryptionKeys = secretsFor("ENCRYPTION_KEYS");
  const { METRICS_TOKEN: metricsToken = null } = env;
  const problemOfToken =
    metricsToken === null ? null : problemOfSecrets([metricsToken], appEnv === "production");
  if (problemOfToken) report("METRICS_TOKEN", problemOfToken);
  const secrets = [...sessionSecrets, ...encryptionKeys, ...(metricsToken === null ? [] : [metricsToken])];
  if (appEnv === "production" && new Set(secrets).size < secrets.length)
    report(
      "SESSION_SECRETS, ENCRYPTION_KEYS, METRICS_TOKEN",
      "every value must be different from the others",
    );
  const isProofKeyGenerated = env.PROOF_SIGNING_KEYS.length === 0 && appEnv !== "production";
  const proofSigningKeys = isProofKeyGenerated
    ? [generatedSecret(env.DATA_DIR, "PROOF_SIGNING_KEYS", generateSigningKey)]
    : env.PROOF_SIGNING_KEYS;
  const problemOfProofKeys = problemOfSigningKeys(proofSigningKeys);
  if (problemOfProofKeys) report("PROOF_SIGNING_KEYS", problemOfProofKeys);
  const readClient = (prefix: "OAUTH_GOOGLE" | "OAUTH_FACEBOOK" | "OIDC") => {
    const id = env[`${prefix}_CLIENT_ID`];
    const secret = env[`${prefix}_CLIENT_SECRET`];
    if (Boolean(id) !== Boolean(secret))
      report(`${prefix}_CLIENT_ID, ${prefix}_CLIENT_SECRET`, "need each other");
    return id && secret ? { id, secret } : null;
  };
  const oidcClient = readClient("OIDC");
  if (Boolean(oidcClient) !== Boolean(env.OIDC_ISSUER))
    report("OIDC_ISSUER", "needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and they need it");
  const signInProviders = {
    google: readClient("OAUTH_GOOGLE"),
    facebook: readClient("OAUTH_FACEBOOK"),
    oidc:
      oidcClient && env.OIDC_ISSUER
        ? {
            ...oidcClient,
            issuer: env.OIDC_ISSUER,
            name: env.OIDC_NAME,
            trustsEmail: env.OIDC_TRUST_EMAIL === "yes",
          }
        : null,
  };
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY))
    report("VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY", "need each other");
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_PEOPLE: people } = env;
  const { OPERATOR_EMAIL: email, OPERATOR_REGISTRATION: registration } = env;
  const operatorFacts = { address, email, registration };
  if (name === undefined && (people.length > 0 || Object.values(operatorFacts).some(Boolean)))
    report("OPERATOR_NAME", "is required with the other OPERATOR variables");
  if (problems.length > 0) throw new ConfigurationError(problems);

  return {
    appEnv,
    isProduction: appEnv === "production",
    isDemo: appEnv === "demo",
    /** `npm run demo` and `npm run dev` start a sandbox that plays the ad platforms. */
    hasSandbox: appEnv === "demo" || appEnv === "development",
    port: env.PORT,
    host: env.HOST,
    workerPort: env.WORKER_PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    brandName: env.BRAND_NAME,
    dataDir: env.DATA_DIR,
    databaseUrl,
    databasePool: env.DATABASE_POOL,
    redisUrl: env.REDIS_URL ?? null,
    metricsToken,
    /** Where traces go, the collector's base URL. */
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    tracesShare: env.OTEL_TRACES_SAMPLER_ARG,
    sessionSecrets,
    encryptionKeys,
    proofSigningKeys,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom:
      env.MAIL_FROM ??
      `"${env.BRAND_NAME.replace(/["\\]/g, "")}" <no-reply@${new URL(env.PUBLIC_URL ?? "http://localhost").hostname}>`,
    contactTo: env.CONTACT_TO ?? null,
    /** Who runs this installation, for the pages that say so. */
    operator: name === undefined ? null : { name, people, ...operatorFacts },
    signInProviders,
    vapid:
      env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
        : null,
    ecbRatesUrl: env.ECB_RATES_URL,
    ratesPollMs: env.RATES_POLL_MS,
    newsFeeds: env.NEWS_FEEDS,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    logLevel: env.LOG_LEVEL,
    debugLogs: env.DEBUG_LOGS,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    uploadQuotaMb: env.UPLOAD_QUOTA_MB,
    pollMs: env.POLL_MS,
    mailRetryScale: env.MAIL_RETRY_SCALE,
    mailRetentionDays: env.MAIL_RETENTION_DAYS,
    deliveryRetryScale: env.DELIVERY_RETRY_SCALE,
    eventRetryScale: env.EVENT_RETRY_SCALE,
    hasFastLane: env.FAST_LANE === "yes",
    showsClaimedRating: env.SHOW_CLAIMED_RATING === "yes",
    runsWorker: env.RUN_WORKER === "yes",
  };
}

maskNewFiles();
export const config: Config = readConfig(process.env);
makeFolderPrivate(config.dataDir);
