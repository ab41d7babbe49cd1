import { json, type Reply, traceId } from "../reply.ts";

/** One of Meta's refusals: what goes into its error envelope, and its HTTP status. */
export type Refusal = {
  status: number;
  code: number;
  subcode?: number;
  message: string;
  type?: "OAuthException" | "GraphMethodException";
  isTransient?: boolean;
  title?: string;
  text?: string;
  headers?: Record<string, string>;
};

/** Meta's error envelope. Its user title and text come in the language of the token's owner. */
export function refuse(refusal: Refusal): Reply {
  const { status, code, subcode, message, title, text } = refusal;
  const error = {
    message,
    type: refusal.type ?? "OAuthException",
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    is_transient: refusal.isTransient ?? false,
    ...(title !== undefined && { error_user_title: title }),
    ...(text !== undefined && { error_user_msg: text }),
    fbtrace_id: traceId(),
  };
  return json(status, { error }, { "x-fb-trace-id": error.fbtrace_id, ...refusal.headers });
}

/** In one line, as the list of received events shows it: `100/2804003 Event Timestamp Too Old`. */
export const inOneLine = ({ code, subcode, title, message }: Refusal) =>
  `${code}${subcode === undefined ? "" : `/${subcode}`} ${title ?? message.replace(/^\(#\d+\) /, "")}`;

const payload = (subcode: number, title: string, text: string): Refusal => ({
  status: 400,
  code: 100,
  subcode,
  message: "Invalid parameter",
  title,
  text,
});

/** A payload fault whose subcode nobody has seen: Meta's wording for these is unconfirmed. */
export const invalidParameter = (message: string): Refusal => ({
  status: 400,
  code: 100,
  message: `(#100) ${message}`,
});

export const noSuchObject = (id: string): Refusal => ({
  status: 400,
  code: 100,
  subcode: 33,
  type: "GraphMethodException",
  message: `Unsupported post request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
});

export const unknownPath = (path: string): Refusal => ({
  status: 400,
  code: 2500,
  message: `Unknown path components: ${path}`,
});

export const deadVersion = (newest: string): Refusal => ({
  status: 400,
  code: 2635,
  message: `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: ${newest}.`,
});

export const badToken: Refusal = {
  status: 401,
  code: 190,
  message: "Invalid OAuth access token - Cannot parse access token",
};

export const expiredToken: Refusal = {
  status: 401,
  code: 190,
  subcode: 463,
  message: "Error validating access token: Session has expired on Thursday, 01-Oct-26 12:00:00 PDT.",
};

export const noPermission: Refusal = {
  status: 403,
  code: 200,
  message: "(#200) Provide valid app ID or a token with permission to send events to this pixel",
};

export const noAdsRead: Refusal = {
  status: 403,
  code: 200,
  message: "(#200) Ad account owner has NOT grant ads_management or ads_read permission",
};

export const tooOld = payload(
  2804003,
  "Event Timestamp Too Old",
  "The timestamp for this event is too far in the past. Events need to be sent within 7 days of when they happened.",
);

export const notHashed = (field: string) =>
  payload(
    2804016,
    "User Parameter Not Hashed",
    `The customer information parameter ${field} must be hashed with SHA-256 before it is sent.`,
  );

export const tooThin = payload(
  2804050,
  "Not Enough Customer Information",
  "Your event doesn't contain enough customer information parameters. Add more of them and send the event again.",
);

export const noValue = payload(
  2804009,
  "Missing Value for Purchase Event",
  "Purchase events need a value in custom_data.",
);

export const noCurrency = payload(
  2804010,
  "Missing Currency for Purchase Event",
  "Purchase events need a currency in custom_data.",
);

export const notForMessaging = payload(
  2804066,
  "Event Type Not Allowed",
  "This event name cannot be used with the action source business_messaging.",
);

export const translated = payload(
  2804050,
  "Informations client insuffisantes",
  "Votre évènement ne contient pas assez de paramètres d’information client. Ajoutez-en, puis renvoyez-le.",
);

export const blockedForPolicy: Refusal = {
  status: 400,
  code: 368,
  message: "The action attempted has been deemed abusive or is otherwise disallowed",
};

export const unknownFault: Refusal = {
  status: 500,
  code: 1,
  subcode: 99,
  message: "An unknown error occurred",
};

export const serviceDown: Refusal = {
  status: 503,
  code: 2,
  isTransient: true,
  message: "An unexpected error has occurred. Please retry your request later.",
};

/** The headers in which Meta says how used up a limit is and, for some, how long to wait. */
const fullUse = { call_count: 100, total_time: 96, total_cputime: 98 };
const byUseCase = (minutes: number) => ({
  "x-business-use-case-usage": JSON.stringify({
    "1000000000000001": [
      {
        type: "ads_management",
        ...fullUse,
        estimated_time_to_regain_access: minutes,
        ads_api_access_tier: "limited",
      },
    ],
  }),
});
const byAccount = (seconds: number) => ({
  "x-ad-account-usage": JSON.stringify({
    acc_id_util_pct: 100,
    reset_time_duration: seconds,
    ads_api_access_tier: "limited",
  }),
});

export const rateLimits = {
  "rate-limited": {
    code: 4,
    message: "(#4) Application request limit reached",
    headers: { "x-app-usage": JSON.stringify(fullUse), ...byUseCase(1) },
  },
  "limit-17": {
    code: 17,
    subcode: 2446079,
    message: "(#17) User request limit reached",
    headers: byAccount(30),
  },
  "limit-613": {
    code: 613,
    subcode: 1487742,
    message: "(#613) Calls to this api have exceeded the rate limit.",
    headers: byAccount(60),
  },
  "limit-80004": {
    code: 80004,
    message: "(#80004) There have been too many calls to this ad-account. Wait a bit and try again.",
    headers: byUseCase(2),
  },
} satisfies Record<string, Omit<Refusal, "status">>;
