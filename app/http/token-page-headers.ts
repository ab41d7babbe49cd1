/** A page with a token in its address: neither indexed nor told to other sites. Its own forms still name their origin. */
export const tokenPageHeaders = { "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" };
