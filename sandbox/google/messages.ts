import { type Fields, isFields, isNumeric } from "../fields.ts";

/**
 * The messages of a request as Google's protocol files have them: the type of each field, with `[]` for a
 * list. Google's JSON takes a field by its name in camel or snake case, and an enum by its name or number.
 */
const MESSAGES: Record<string, Record<string, string>> = {
  IngestEventsRequest: {
    destinations: "Destination[]",
    events: "Event[]",
    consent: "Consent",
    validateOnly: "bool",
    encoding: "Encoding",
    encryptionInfo: "EncryptionInfo",
  },
  Destination: {
    reference: "string",
    loginAccount: "ProductAccount",
    linkedAccount: "ProductAccount",
    operatingAccount: "ProductAccount",
    productDestinationId: "string",
  },
  ProductAccount: { product: "AccountType", accountId: "string", accountType: "AccountType" },
  Event: {
    destinationReferences: "string[]",
    transactionId: "string",
    eventTimestamp: "time",
    lastUpdatedTimestamp: "time",
    userData: "UserData",
    consent: "Consent",
    adIdentifiers: "AdIdentifiers",
    currency: "string",
    conversionValue: "number",
    eventSource: "EventSource",
    eventDeviceInfo: "DeviceInfo",
    cartData: "CartData",
    customVariables: "CustomVariable[]",
    experimentalFields: "ExperimentalField[]",
    userProperties: "UserProperties",
    eventName: "string",
    clientId: "string",
    userId: "string",
    additionalEventParameters: "Parameter[]",
    thirdPartyUserData: "UserData",
    eventLocation: "EventLocation",
    appInstanceId: "string",
  },
  UserData: { userIdentifiers: "UserIdentifier[]" },
  UserIdentifier: { emailAddress: "string", phoneNumber: "string", address: "AddressInfo" },
  AddressInfo: { givenName: "string", familyName: "string", regionCode: "string", postalCode: "string" },
  Consent: { adUserData: "ConsentStatus", adPersonalization: "ConsentStatus" },
  AdIdentifiers: {
    sessionAttributes: "string",
    gclid: "string",
    gbraid: "string",
    wbraid: "string",
    landingPageDeviceInfo: "DeviceInfo",
    mobileDeviceId: "string",
  },
  DeviceInfo: {
    userAgent: "string",
    ipAddress: "string",
    category: "string",
    languageCode: "string",
    screenHeight: "number",
    screenWidth: "number",
    operatingSystem: "string",
    operatingSystemVersion: "string",
    model: "string",
    brand: "string",
    browser: "string",
    browserVersion: "string",
  },
  CartData: {
    merchantId: "string",
    merchantFeedLabel: "string",
    merchantFeedLanguageCode: "string",
    transactionDiscount: "number",
    items: "Item[]",
    couponCodes: "string[]",
  },
  Item: {
    merchantProductId: "string",
    quantity: "number",
    unitPrice: "number",
    itemId: "string",
    additionalItemParameters: "Parameter[]",
    merchantId: "string",
    merchantFeedLabel: "string",
    merchantFeedLanguageCode: "string",
    conversionValue: "number",
    customVariables: "CustomVariable[]",
  },
  CustomVariable: { variable: "string", value: "string", destinationReferences: "string[]" },
  ExperimentalField: { field: "string", value: "string" },
  UserProperties: {
    customerType: "CustomerType",
    customerValueBucket: "CustomerValueBucket",
    additionalUserProperties: "UserProperty[]",
  },
  UserProperty: { propertyName: "string", value: "string" },
  Parameter: { parameterName: "string", value: "string" },
  EventLocation: {
    storeId: "string",
    city: "string",
    subdivisionCode: "string",
    regionCode: "string",
    subcontinentCode: "string",
    continentCode: "string",
  },
  EncryptionInfo: { gcpWrappedKeyInfo: "WrappedKeyInfo", awsWrappedKeyInfo: "WrappedKeyInfo" },
  WrappedKeyInfo: {
    keyType: "KeyType",
    wipProvider: "string",
    roleArn: "string",
    kekUri: "string",
    encryptedDek: "string",
  },
};

/** The names of each enum, by their numbers; 0 says nothing. */
const ENUMS: Record<string, Record<number, string>> = {
  AccountType: {
    1: "GOOGLE_ADS",
    2: "DISPLAY_VIDEO_PARTNER",
    3: "DISPLAY_VIDEO_ADVERTISER",
    4: "DATA_PARTNER",
    5: "GOOGLE_ANALYTICS_PROPERTY",
    6: "GOOGLE_AD_MANAGER_AUDIENCE_LINK",
  },
  EventSource: { 1: "WEB", 2: "APP", 3: "IN_STORE", 4: "PHONE", 5: "OTHER", 6: "MESSAGE" },
  ConsentStatus: { 1: "CONSENT_GRANTED", 2: "CONSENT_DENIED" },
  Encoding: { 1: "HEX", 2: "BASE64" },
  CustomerType: { 1: "NEW", 2: "RETURNING", 3: "REENGAGED" },
  CustomerValueBucket: { 1: "LOW", 2: "MEDIUM", 3: "HIGH" },
  KeyType: { 1: "XCHACHA20_POLY1305" },
};

/** Messages of which one field only may be set, with the name of the choice. */
const CHOICES: Record<string, string> = { UserIdentifier: "identifier", EncryptionInfo: "wrapped_key" };

/** What is wrong with the text of a request, as Google's parser says it. */
export type Malformed = { field: string; description: string };

/** A request by the names of its fields in camel case and of its enums, without what says nothing. */
export function readRequest(body: unknown): { fields: Fields; malformed: Malformed[] } {
  const malformed: Malformed[] = [];
  const fields = readMessage(body, { type: "IngestEventsRequest", at: "", malformed });
  return { fields: isFields(fields) ? fields : {}, malformed };
}

type Place = { type: string; at: string; malformed: Malformed[] };

function readMessage(value: unknown, { type, at, malformed }: Place): unknown {
  const known = MESSAGES[type] ?? {};
  if (!isFields(value)) return refuseValue(value, { type, at, malformed });
  const given = Object.entries(value).filter(([, inner]) => inner !== null);
  const fields: Fields = {};
  for (const [name, inner] of given) {
    const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const of = known[camel];
    if (of === undefined) {
      const where = at === "" ? "" : ` at '${at}'`;
      const description = `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`;
      malformed.push({ field: at, description });
      continue;
    }
    const path = [at, toSnake(camel)].filter(Boolean).join(".");
    fields[camel] = of.endsWith("[]")
      ? readList(inner, { type: of.slice(0, -2), at: path, malformed })
      : readValue(inner, { type: of, at: path, malformed });
  }
  const choice = CHOICES[type];
  if (choice && given.length > 1)
    malformed.push({
      field: at,
      description: `Invalid value at '${at}' (oneof), oneof field '${choice}' is already set. Cannot set '${given[1]?.[0]}'`,
    });
  return fields;
}

function readList(value: unknown, { type, at, malformed }: Place): unknown {
  if (!Array.isArray(value)) return refuseValue(value, { type, at, malformed });
  return value.map((inner, index) => readValue(inner, { type, at: `${at}[${index}]`, malformed }));
}

function readValue(value: unknown, place: Place): unknown {
  const { type } = place;
  if (type in MESSAGES) return readMessage(value, place);
  const names = ENUMS[type];
  // An unknown name is for the checks, which have a reason for it.
  if (names)
    return value === 0 || String(value).endsWith("_UNSPECIFIED")
      ? undefined
      : (names[Number(value)] ?? value);
  const isRight =
    type === "number"
      ? isNumeric(value)
      : type === "bool"
        ? typeof value === "boolean"
        : typeof value === "string";
  return isRight ? value : refuseValue(value, place);
}

const TYPES: Record<string, string> = { string: "TYPE_STRING", number: "TYPE_DOUBLE", bool: "TYPE_BOOL" };

function refuseValue(value: unknown, { type, at, malformed }: Place): undefined {
  const shown = TYPES[type] ?? `type.googleapis.com/google.ads.datamanager.v1.${type}`;
  const description = `Invalid value at '${at}' (${shown}), ${JSON.stringify(value)}`;
  malformed.push({ field: at, description });
  return undefined;
}

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
