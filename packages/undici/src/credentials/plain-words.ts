/** What words end at; what stands between may be part of a secret. */
const WORD = /[^\s"'`,;()[\]{}<>=&|]+/gu;

/** What a word may be put together with: names of programs, paths, hosts, times. */
const JOINT = /[-_./:\\]/u;

/** The port of a host, and a time as Kubernetes writes it. */
const KNOWN_FIGURES =
  /(?<=^|\/)(?:localhost|[a-z][\w-]*(?:\.[a-z][\w-]*)+|\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}(?=$|[/:])|^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/u;

/**
 * Parts of words that no secret is made of: letters in the case of a word or of several (`ExpiredTokenException`), up
 * to three figures (a status), a time, and some names of things that have figures in them.
 */
const PLAIN = [
  /^$/u,
  /^\p{Lo}+$/u,
  /^\p{Lu}{1,12}$/u,
  /^\p{Lu}{0,4}\p{Ll}{1,16}(?:\p{Lu}{1,4}\p{Ll}{2,16}){0,5}$/u,
  /^\d{1,3}(?:ms|[smhd%])?$/u,
  /^(?:v\d{1,2}(?:(?:alpha|beta)\d{1,2})?|k8s|x509|oauth2|sha256|base64|utf8|ipv[46]|http2|ec2|s3|python[23])$/iu,
];

/**
 * Leaves of a text what anybody may read, and masks every other word whole: with figures or marks in it, in the case of
 * no word, or longer than one. A secret of small letters alone cannot be told from a word.
 */
export function plainWords(text: string): string {
  return text
    .split('***')
    .map((part) => part.replace(WORD, (word) => (isPlain(word) ? word : '***')))
    .join('***');
}

function isPlain(word: string): boolean {
  return word
    .replace(/^@/u, '') // what is left of a URL whose user was masked
    .replace(/[!?…]+$/u, '')
    .replace(KNOWN_FIGURES, (figures) =>
      /^\d{4}-/u.test(figures) ? '' : figures.replace(/:\d+$/u, ''),
    )
    .split(JOINT)
    .every((part) => PLAIN.some((pattern) => pattern.test(part)));
}
