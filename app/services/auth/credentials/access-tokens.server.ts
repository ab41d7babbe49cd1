import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { config } from "#app/env.server.ts";

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
    return typeof payload.sid === "string" ? { sessionId: payload.sid } : null;
  } catch {
    // The reason would only help an attacker.
    return null;
  }
}
