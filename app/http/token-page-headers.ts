/**
 * The headers of a page with a token in its URL: not indexed, and no referrer for other sites. Its own
 * forms still send their origin.
 */
export const tokenPageHeaders = { "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" };
