import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";

const ALGORITHM = "HS256";
const TYPE = "attesto-sign-in+jwt";
const AUDIENCE = "attesto-api";
const LIFETIME = "1h";

const toKeyId = (secret: string) => createHash("sha256").update(`kid:${secret}`).digest("hex").slice(0, 8);
const toKey = (secret: string) => createHash("sha256").update(`jwt:${secret}`).digest();

/** The API's access token: a JWT for one hour whose `sid` names a session. */
export function issueAccessToken({
  sessionId,
  userId,
}: {
  sessionId: string;
  userId: string;
}): Promise<string> {
  const secret = config.sessionSecrets[0] as string;
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: toKeyId(secret) })
    .setSubject(userId)
    .setIssuer(config.publicUrl)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(toKey(secret));
}

/** The session that a token names; null if it is forged, expired or for another audience. */
export async function verifyAccessToken(token: string): Promise<{ sessionId: string } | null> {
  const earlier = known.get(token);
  if (earlier && earlier.expiresAt > Date.now()) return earlier;
  const verified = await verify(token);
  if (known.size >= KNOWN_MAX) known.clear();
  if (verified) known.set(token, verified);
  return verified;
}

type VerifiedToken = { sessionId: string; expiresAt: number };

const KNOWN_MAX = 1_000;
/** Tokens with a valid signature: a program sends the same one for an hour. */
const known = new Map<string, VerifiedToken>();

async function verify(token: string): Promise<VerifiedToken | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const secret = config.sessionSecrets.find((candidate) => toKeyId(candidate) === kid);
        if (!secret) throw new Error("unknown key");
        return toKey(secret);
      },
      {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: config.publicUrl,
        audience: AUDIENCE,
        requiredClaims: ["exp", "sid", "sub"],
      },
    );
    const { sid, exp = 0 } = payload;
    return typeof sid === "string" ? { sessionId: sid, expiresAt: exp * SECOND } : null;
  } catch {
    // The reason would only help an attacker.
    return null;
  }
}
