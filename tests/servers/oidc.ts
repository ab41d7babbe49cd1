import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider } from "oidc-provider";

/**
 * How providers tell a person's email: the token is bare and userinfo has all; both have all; both have
 * `email_verified` as text; only userinfo has `email_verified`; nothing has it.
 */
const EMAIL_CLAIMS = ["in-userinfo", "in-token", "as-text", "verified-in-userinfo", "unsaid"] as const;
type EmailClaims = (typeof EMAIL_CLAIMS)[number];

/** Somebody with an account at the provider. */
export type Person = {
  sub: string;
  email: string;
  isVerified: boolean;
  name: string;
  emailClaims?: EmailClaims;
};

function toClaims({ emailClaims, isVerified, ...known }: Person, use: string) {
  const isToken = use === "id_token";
  if (isToken && emailClaims === "in-userinfo") return { sub: known.sub };
  if (emailClaims === "unsaid" || (isToken && emailClaims === "verified-in-userinfo")) return known;
  return { ...known, email_verified: emailClaims === "as-text" ? String(isVerified) : isVerified };
}

export type OidcServer = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lets a client in: its callback's whole address. */
  allow(redirectUri: string): void;
  /** What it does wrong with its tokens: a foreign key signs them, or it takes each code again. */
  misbehave(how: "foreign-key" | "takes-codes-again" | null): void;
  /** From now on nobody is there, until it is called with true. */
  listen(isUp: boolean): Promise<void>;
  close(): Promise<void>;
};

const CLIENT = { clientId: "attesto-tests", clientSecret: "a-client-secret-only-for-tests" };

/** A real OpenID provider, in this process and on a free port. Its sign-in page asks who one wants to be. */
export async function startOidcServer(): Promise<OidcServer> {
  const persons = new Map<string, Person>();
  const redirectUris: string[] = ["http://localhost/none"];
  const server = createServer((request, response) => {
    if (isUp) handle(request, response);
    else response.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  const issuer = `http://localhost:${address.port}`;
  let isUp = true;
  let misbehavior: Parameters<OidcServer["misbehave"]>[0] = null;
  let lastTokens: string | null = null;

  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "tests" }] },
    cookies: { keys: ["only-for-tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Otherwise tokens have no claims but `sub`.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const person = persons.get(sub);
      return person && { accountId: sub, claims: (use) => toClaims(person, use) };
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    // Everyone has consented already.
    async loadExistingGrant(context) {
      const grant = new provider.Grant({
        clientId: context.oidc.client?.clientId ?? "",
        accountId: context.oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError(context, out) {
      context.body = JSON.stringify(out);
    },
  });
  // Its own check knows the list at its start only.
  const isAllowed = (uri: string) => redirectUris.includes(uri);
  provider.Client.prototype.redirectUriAllowed = isAllowed;
  const callback = provider.callback();
  const foreign = await generateKeyPair("RS256");

  /** With a key of somebody else, under the published key's name. */
  async function signAgain(body: string): Promise<string> {
    const tokens = JSON.parse(body);
    const header = { alg: "RS256", kid: "tests" };
    const idToken = new SignJWT(decodeJwt(tokens.id_token)).setProtectedHeader(header);
    return JSON.stringify({ ...tokens, id_token: await idToken.sign(foreign.privateKey) });
  }

  /** Changes what the provider answers with tokens. */
  function answerWithTokens(request: IncomingMessage, response: ServerResponse): void {
    if (misbehavior === "takes-codes-again" && lastTokens !== null) {
      response.setHeader("Content-Type", "application/json");
      response.end(lastTokens);
      return;
    }
    const end = response.end.bind(response) as (body: string) => ServerResponse;
    response.end = ((body: string | Buffer) => {
      lastTokens = String(body);
      if (misbehavior !== "foreign-key") return end(lastTokens);
      void signAgain(lastTokens).then((signed) => {
        response.setHeader("Content-Length", Buffer.byteLength(signed));
        end(signed);
      });
      return response;
    }) as typeof response.end;
    void callback(request, response);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? "")?.[1];
    if (request.url === "/token") return answerWithTokens(request, response);
    if (!uid) return callback(request, response);
    if (request.method === "GET") {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><h1>Who are you?</h1>
        <form method="post"><label>Subject <input name="sub"></label><label>Address <input name="email"></label>
        <label>Name <input name="name"></label><label>Verified <input name="isVerified" value="yes"></label>
        <input type="hidden" name="emailClaims" value="in-userinfo">
        <button>Sign in there</button></form><a href="/interaction/${uid}/abort">Cancel</a></html>`);
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const fields = new URLSearchParams(body);
    if (fields.has("cancel")) {
      await provider.interactionFinished(request, response, { error: "access_denied" });
      return;
    }
    const sub = fields.get("sub") ?? "";
    persons.set(sub, {
      sub,
      email: fields.get("email") ?? "",
      name: fields.get("name") ?? "",
      isVerified: fields.get("isVerified") === "yes",
      emailClaims: EMAIL_CLAIMS.find((claims) => claims === fields.get("emailClaims")) ?? "in-userinfo",
    });
    await provider.interactionFinished(request, response, { login: { accountId: sub, remember: true } });
  }

  return {
    issuer,
    ...CLIENT,
    allow: (redirectUri) => void redirectUris.push(redirectUri),
    misbehave(how) {
      misbehavior = how;
      lastTokens = null;
    },
    async listen(wanted) {
      isUp = wanted;
      server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
