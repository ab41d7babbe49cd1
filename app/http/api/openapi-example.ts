import {
  getSchemaName,
  type JsonSchema,
  listAlternatives,
  type NamedSchemas,
  resolveSchema,
} from "#app/lib/json-schema.ts";
import { SPEND_EXAMPLES } from "./openapi-spend-example.ts";

const ID = "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10";
const AT = "2026-11-20T09:30:00.000Z";

/** What a field of a schema looks like. */
const VALUES: Record<string, unknown> = {
  ...SPEND_EXAMPLES,
  "AdminUser.name": "Iria Vázquez",
  "AdminUser.status": "active",
  "ApiKey.name": "CRM",
  "Asset.id": "1234567890123456",
  "Asset.name": "Casa Iria",
  "Asset.type": "pixel",
  "Attempt.durationMs": 240,
  "Attempt.httpStatus": 200,
  "Attempt.message": null,
  "Attribution.source": "facebook",
  "BulkPlan.alreadyDecided": 3,
  "BulkPlan.alreadySent": 12,
  "BulkPlan.expired": 2,
  "BulkPlan.refused": 1,
  "BulkPlan.total": 40,
  "BulkPlan.unknown": 0,
  "BulkPlan.wouldChange": 24,
  "BulkPlan.wouldSend": 22,
  "CommissionTier.name": "Flat",
  "Connection.isBeta": false,
  "Connection.name": "Meta",
  "Delivery.state": "sent",
  "ExchangeRates.exchangeRates": { USD: 1.08, JPY: 163.5 },
  "ExchangeRates.isStale": false,
  "FormSettings.allowRepeat": false,
  "LoggedDelivery.state": "sent",
  "Member.name": "Noor Haddad",
  "NewsItem.title": "Proofs can be checked in the browser",
  "NewsItem.url": "https://example.com/news",
  "Notification.text": "Kaito confirmed 250.00 EUR at Halden Markets.",
  "Notification.title": "New claim",
  "Pagination.limit": 20,
  "Proof.signature": "3mJr7AoUXx2Wqd6V1bQ0p9kZsE4tYhLcNfGiRuTvBnM",
  "RecordedSubmission.platform": "Halden Markets",
  "Session.device": "Firefox on Linux",
  "Submission.deliveries": [],
  "Submission.showReason": false,
  "User.name": "Iria Vázquez",
  "User.status": "active",
  "Workspace.name": "Halden Partners",
};

/** What texts look like, by their field. */
const TEXTS: Record<string, string> = {
  _id: ID,
  amount: "250.00",
  category: "Product",
  city: "Vigo",
  code: "validation_failed",
  confirmed: "250.00 EUR",
  consentText: "I agree that my details are used to confirm this deposit.",
  country: "Spain",
  createdAt: AT,
  currency: "EUR",
  cursor: "eyJhdCI6MTc2NH0",
  email: "kaito@example.com",
  error: "Already verified. Open it to change the decision.",
  eventId: "01a1f7c2-6d2f-7c6b-8e1f-4a7b3c9d5e21",
  formToken: "cmib2k4x0.Rk9vQmFyQmF6",
  frameOrigins: "https://example.com",
  href: "/dashboard/submissions",
  icon: "ChartLine",
  id: ID,
  issuer: "https://attesto.dev",
  key: "attesto_Zk3vQ9mXr7TbN2sLwY8cJp",
  keyId: "2026-11",
  keysUrl: "https://attesto.dev/.well-known/attesto-keys.json",
  kid: "2026-11",
  label: "+34 600 555 123, Spain",
  message: "Done",
  minAmount: "0",
  name: "Halden Markets",
  ownerName: "Casa Iria",
  phone: "+34600555123",
  plan: "free",
  platform: "meta",
  platformName: "Meta",
  postalCode: "36201",
  prefix: "attesto_Zk3v",
  privateHref: "/optin/casa-iria/mine/9pQb3xVd5sL2mT9rZc4aJ8eHf6uKoYi1nXj0EyGkNwq",
  provider: "meta",
  recoveryCodes: "k7mq-2xvd",
  region: "ES",
  secondStepToken: "yGkNwq7pQb3xVd5sL2mT9rZc4aJ8eHf6",
  secret: "JBSWY3DPEHPK3PXP",
  selectedPlatforms: ID,
  sendTo: "meta",
  slug: "casa-iria",
  source: "Attesto",
  state: "Galicia",
  street: "Rúa do Príncipe 12",
  submissionId: ID,
  timezone: "Europe/Madrid",
  title: "Confirm your deposit",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIwMWExIn0.c2lnbmF0dXJl",
  tokenEnding: "3f6a",
  updatedAt: AT,
  uri: "otpauth://totp/Attesto:iria?secret=JBSWY3DPEHPK3PXP&issuer=Attesto",
  url: "/uploads/5cd602a57e6a0414.webp",
  userId: ID,
  userPlatformId: ID,
  username: "iria",
  value: "100",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

const BY_FORMAT: Record<string, string> = { "date-time": AT, date: "2026-11-20" };

/**
 * A value that a schema allows. What may be null is null, unless its text is known; what may be absent is
 * absent.
 */
export const createExample = (schema: JsonSchema, named: NamedSchemas): unknown =>
  exampleOf(schema, named, { owner: "", field: "" });

/** The field that a schema is of, and the named schema around it. */
type Place = { owner: string; field: string };

function exampleOf(schema: JsonSchema, named: NamedSchemas, { owner: around, field }: Place): unknown {
  const owner = getSchemaName(schema) ?? around;
  const known = `${around}.${field}`;
  if (known in VALUES) return VALUES[known];
  const resolved = resolveSchema(schema, named);
  const options = listAlternatives(resolved);
  const types = [resolved.type ?? options.map(({ type }) => type)].flat(2);
  const text = types.includes("string") ? TEXTS[field] : undefined;
  const [first] = options.filter(({ type }) => type !== "null");
  // A response that is about one thing shows it.
  const isShown = text !== undefined || (owner === "" && first?.$ref !== undefined);
  if (types.includes("null") && !isShown) return null;
  if (first) return exampleOf(first, named, { owner, field });
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum) return resolved.enum[0];
  if (types.includes("object"))
    return Object.fromEntries(
      Object.entries(resolved.properties ?? {})
        .filter(([name]) => resolved.required?.includes(name))
        .map(([name, property]) => [name, exampleOf(property, named, { owner, field: name })]),
    );
  if (types.includes("array")) return [exampleOf(resolved.items ?? {}, named, { owner, field })];
  if (types.includes("string")) return BY_FORMAT[resolved.format ?? ""] ?? text ?? "";
  if (types.includes("boolean")) return true;
  return types.includes("integer") || types.includes("number") ? Math.max(resolved.minimum ?? 1, 1) : null;
}
