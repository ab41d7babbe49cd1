export type TestResponse = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields it expects and fails without them
  json: any;
};

export type Send = {
  method?: string;
  json?: unknown;
  form?: Record<string, string> | URLSearchParams;
  /** As it is, for what the two above would not send. */
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers?: Record<string, string>;
  /** A bearer token. */
  token?: string;
  cookie?: string;
};

/** One request as a program makes it: no redirect followed, neither `Origin` nor `Sec-Fetch-Site` added. */
export async function send(url: string, options: Send = {}): Promise<TestResponse> {
  const { json, form, token, cookie, headers = {} } = options;
  const typed = json !== undefined ? "application/json" : form && "application/x-www-form-urlencoded";
  const body =
    options.body ??
    (json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form).toString());
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    redirect: "manual",
    headers: {
      ...(typed ? { "content-type": typed } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body, duplex: "half" as const }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text ? JSON.parse(text) : null,
  };
}
