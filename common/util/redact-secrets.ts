/** Replaces a secret. */
export const hidden = '[hidden]'

/** Names whose values are secrets: `password`, `xc-auth`, `clientSecret`, `BASALT_META_URL`. */
const secretName = [
  String.raw`[\w$.-]*(?:pass(?:word|wort|wd|phrase|code)|pwd|secret|token|credential|cookie|signature|otp|jwt|salt)[\w$.-]*`,
  String.raw`[\w$.-]*(?:(?:api|access|private|master|secret|account|shared|encryption|client|update|license)[_. -]?key)[\w$.-]*`,
  String.raw`[\w$.-]*connection[_. -]?(?:string|url|uri)|\w+[_-](?:url|uri)|\bdsn`,
  String.raw`xc-auth|(?:user[ _]?id|uid|user[ _]?name|sig|pin|auth|setup[ _-]?code|recovery[ _-]?codes?)`,
].join('|')

/** A quoted value, or the start of one. In JSON inside of JSON, backslashes precede its quotes: more of them inside. */
const quoted = String.raw`(\\*)".*?(?:(?<!\\)\2"|$)|'(?:[^'\\]|\\.)*(?:'|$)`

/** Longer lines are cut: searching them would take too long. */
const lineMax = 2_000

interface Rule {
  readonly find: RegExp
  readonly show: string | ((found: string) => string)
}

/** Keys of a header: the rest of the line is secret. */
const headers = 'authorization|proxy-authorization|cookie|set-cookie'

/** In this order: what is replaced can't match again. */
const rules: readonly Rule[] = [
  // Addresses of databases, mail servers and second factors: names of users and hosts count too.
  {
    find: /\b((?:jdbc:)?(?:postgres(?:ql)?|mysql2?|mariadb|mssql|sqlserver|mongodb(?:\+srv)?|rediss?|amqps?|smtps?|ldaps?|s?ftp|ssh|otpauth|oracle|odbc)(?::\/\/|:(?=[/@])))[^\s"'<>`\\]+/gi,
    show: `$1${hidden}`,
  },
  { find: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/"'<>@\\]+@/gi, show: `$1${hidden}@` },
  // Links that open something without a password.
  {
    find: /(\/nc\/(?:view|base|form|kanban|gallery|grid|calendar)\/|\/(?:signup|reset|validate|invitations?|pocket)\/)[^\s"'?#&\\<>/]+/g,
    show: `$1${hidden}`,
  },
  { find: new RegExp(String.raw`\b((?:${headers})\\*["']?\s*[:=]\s*)(?:${quoted}|[^"']+)`, 'gi'), show: `$1${hidden}` },
  { find: /\b(Bearer|Basic|Digest|Negotiate)\s+[\w.~+/=-]{6,}/g, show: `$1 ${hidden}` },
  {
    find: new RegExp(String.raw`(\b(?:${secretName})\\*["']?\s*(?:=>|[:=])\s*)(?:${quoted}|[^\s,;&)}\]"'\\]+)`, 'gi'),
    show: `$1${hidden}`,
  },
  { find: /((?:^|\s)--?[\w-]*(?:password|passwd|token|secret|key)[\w-]*[ =])\S+/gi, show: `$1${hidden}` },
  {
    find: /\b((?:password|passphrase|secret|token|identified by)(?:\s+(?:is|was|for|of))?\s+)(\\*["'`“‘])[^"'`”’]*["'`”’]?/gi,
    show: `$1$2${hidden}`,
  },
  { find: /\beyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)*/g, show: hidden },
  {
    find: /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|sk[-_]|rk_live_|pk_live_|AKIA|ASIA|AIza|ya29\.|SG\.|npm_|dop_v1_|shpat_|hf_)[\w.-]{8,}/g,
    show: hidden,
  },
  { find: /[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}-]+\.)*[\p{L}][\p{L}\p{N}-]*/gu, show: '[e-mail]' },
  // Folders carry the names of people.
  { find: /(\/(?:home|Users)\/|[A-Z]:\\+Users\\+)(?:[^/\\"'\r\n:]{1,40}(?=[/\\])|[^\s/\\"':]+)/g, show: '$1[user]' },
  // Long random texts, such as tokens and keys. Files of the page keep their names.
  { find: /(?<![\w+/-])[\w+/=-]{24,}(?![\w+/-]|\.(?:m?js|css|tsx?)\b)/g, show: randomText },
]

/** Hides a text that is no word, name or path: digits among letters of both cases, or hexadecimal digits. */
function randomText(text: string): string {
  const isHex = /^[\da-f-]+$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text)
  const longest = text.split(/[/_-]/).reduce((most, part) => Math.max(most, part.length), 0)
  const isMixed = /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && longest >= 16
  const isLower = /(?:\d[a-z]+){3}/i.test(text) && longest >= 20
  return isHex || isMixed || isLower ? hidden : text
}

/**
 * Returns a text without secrets: passwords, tokens, keys, connection strings, e-mail addresses and names of home
 * folders. Hides too much rather than too little: for reports that users may pass on. Cuts long lines.
 */
export function redactSecrets(text: string): string {
  return text
    .replaceAll(/-----BEGIN [\w ]{1,40}-----[^]*?(?:-----END [\w ]{1,40}-----|$)/g, hidden)
    .split('\n')
    .map((line) => redactLine(line.length > lineMax ? `${line.slice(0, lineMax)} …` : line))
    .join('\n')
}

function redactLine(line: string): string {
  let redacted = line
  for (const { find, show } of rules)
    redacted = typeof show === 'string' ? redacted.replace(find, show) : redacted.replace(find, show)
  return redacted
}

/** True if a text holds a password, token, key or connection string. E-mail addresses and names of folders don't count. */
export const holdsSecret = (text: string): boolean => redactSecrets(text).includes(hidden)
