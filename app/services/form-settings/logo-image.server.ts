import pLimit from "p-limit";
import sharp from "sharp";
import { assertTimeLeft, waitInTime } from "#app/lib/deadline.server.ts";
import { Invalid, Unavailable } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { LOGO_MAX_BYTES } from "#app/schemas/shared/limits.ts";

const sentences = messages.formSettings;

const SIDE_MAX = 512;
const PIXELS_MAX = 16_000_000;
const TIMEOUT_SECONDS = 5;

// Only loaders of the three formats: no SVG, PDF, TIFF or HEIF, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

/** One at a time, because decoding a picture takes about 64 MB. */
const line = pLimit(1);
/** Those in the line with the one that is decoded. With more, an upload gets a 503 at once. */
const LINE_MAX = 6;
/** So that no workspace takes the whole line. */
const OWN_MAX = 2;
const places = new Map<string, number>();

type Picture = { mediaType: string; content: Buffer };
type Format = "png" | "jpeg" | "webp";

/** The format by the first bytes, whatever the file's name and type are. */
function detectFormat(file: Buffer): Format | null {
  if (file.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (file.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpeg";
  const isRiff = file.subarray(0, 4).toString("latin1") === "RIFF";
  return isRiff && file.subarray(8, 12).toString("latin1") === "WEBP" ? "webp" : null;
}

/**
 * Decodes a picture and encodes it again with at most 512 pixels a side, so that only its pixels remain.
 * Animations are refused before decoding.
 * @throws {Invalid} at `logo`
 * @throws {Unavailable} if too many wait already, of all or of this workspace
 */
export async function toLogo(workspaceId: string, file: Buffer): Promise<Picture> {
  if (file.length === 0) throw refused(sentences.logoRequired);
  if (file.length > LOGO_MAX_BYTES) throw refused(sentences.logoLarge);
  const format = detectFormat(file);
  if (format === null) throw refused(sentences.logoType);
  if (isAnimated(file, format)) throw refused(sentences.logoAnimated);
  return inLine(workspaceId, () => encode(file, format));
}

async function inLine(workspaceId: string, decode: () => Promise<Picture>): Promise<Picture> {
  const own = places.get(workspaceId) ?? 0;
  if (own >= OWN_MAX || line.activeCount + line.pendingCount >= LINE_MAX) throw new Unavailable();
  places.set(workspaceId, own + 1);
  const decoded = line(() => {
    assertTimeLeft();
    return decode();
  }).finally(() => {
    const left = (places.get(workspaceId) ?? 1) - 1;
    if (left === 0) places.delete(workspaceId);
    else places.set(workspaceId, left);
  });
  return waitInTime(decoded);
}

async function encode(file: Buffer, format: Format): Promise<Picture> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: "truncated", pages: 1 } as const;
  const { width = 0, height = 0 } = await read(() =>
    sharp(file, { ...options, limitInputPixels: false }).metadata(),
  );
  if (width * height > PIXELS_MAX) throw refused(sentences.logoPixels);
  const picture = sharp(file, options)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const encoded =
    format === "jpeg"
      ? picture.jpeg({ quality: 86, mozjpeg: true })
      : format === "png"
        ? picture.png({ compressionLevel: 9, palette: false })
        : picture.webp({ quality: 88 });
  return { mediaType: `image/${format}`, content: await read(() => encoded.toBuffer()) };
}

/** An APNG has a chunk before its pixels, a WebP a flag in its extended header. */
function isAnimated(file: Buffer, format: Format): boolean {
  if (format === "webp")
    return file.subarray(12, 16).toString("latin1") === "VP8X" && ((file[20] ?? 0) & 2) !== 0;
  if (format !== "png") return false;
  const animation = file.indexOf("acTL");
  const pixels = file.indexOf("IDAT");
  return animation !== -1 && (pixels === -1 || animation < pixels);
}

async function read<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (cause) {
    throw refused(sentences.logoBroken, cause);
  }
}

function refused(message: string, cause?: unknown): Invalid {
  return Object.assign(new Invalid([{ field: "logo", message }]), { cause });
}
