const now = /^(?:current_timestamp|now|localtimestamp|getdate|sysdatetime|sysutcdatetime)(?:\(\d*\))?$/i

/** Returns the value of a literal SQL default; undefined for an expression. */
export function plainDefault(sql: string | null): string | null | undefined {
  if (sql === null) return null
  const text = withoutCast(withoutBrackets(sql.trim()))
  if (text === '' || /^null$/i.test(text)) return null
  if (now.test(text)) return 'CURRENT_TIMESTAMP'
  if (/^current_(?:date|time)(?:\(\))?$/i.test(text)) return text.replace(/\(\)$/, '').toUpperCase()
  if (/^[-+]?\d+(?:\.\d+)?$/.test(text)) return text
  if (/^true$/i.test(text)) return '1'
  if (/^false$/i.test(text)) return '0'
  const quoted = /^N?'((?:[^']|'')*)'$/is.exec(text)
  return quoted === null ? undefined : (quoted[1] ?? '').replaceAll("''", "'")
}

function withoutBrackets(text: string): string {
  let inner = text
  while (inner.startsWith('(') && inner.endsWith(')') && isOnePair(inner)) inner = inner.slice(1, -1).trim()
  return inner
}

/** True if the first bracket is closed by the last one. */
function isOnePair(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at === text.length - 1
  }
  return false
}

/** `'open'::character varying` */
function withoutCast(text: string): string {
  return text.replace(/^('(?:[^']|'')*'|[-+]?\d+(?:\.\d+)?|\(\d+\))::[\w\s."]+(?:\([\d, ]+\))?(?:\[\])*$/s, '$1')
}
