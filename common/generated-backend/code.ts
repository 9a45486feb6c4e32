/** Writes TypeScript as the formatter of the generated project would. */

const width = 120

/** Writes a text as a literal. */
export function literal(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote
}

/** Writes a text within a comment. */
export const inComment = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').replaceAll('*/', '* /')

/** Writes items on one line if it is short enough, otherwise each on its own line. */
export function listed(
  open: string,
  items: readonly string[],
  close: string,
  {
    indent = 0,
    before = 0,
    after = 0,
    pad = '',
  }: { indent?: number; before?: number; after?: number; pad?: string } = {},
): string {
  const oneLine = items.length === 0 ? open + close : `${open}${pad}${items.join(', ')}${pad}${close}`
  if (indent + before + columnsOf(oneLine) + after <= width && !oneLine.includes('\n')) return oneLine
  const blanks = ' '.repeat(indent + 2)
  return `${open}\n${items.map((item) => `${blanks}${item},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** Writes an import of names, without those of an empty list. */
export function imported(names: readonly string[], from: string): string {
  if (names.length === 0) return ''
  const types = names.every((name) => name.startsWith('type '))
  const shown = types ? names.map((name) => name.slice('type '.length)) : names
  const open = `import ${types ? 'type ' : ''}{`
  return `${listed(open, shown, '}', { after: ` from ${literal(from)}`.length, pad: ' ' })} from ${literal(from)}\n`
}

/** True if a line needs no break. */
export const isShort = (line: string): boolean => columnsOf(line.replace(/\n$/, '')) <= width

/** Writes `head body`, with the body on a line of its own if it would be too long. */
export const arrow = (head: string, body: string): string =>
  isShort(`${head} ${body}`) ? `${head} ${body}` : `${head}\n  ${body}`

/**
 * Writes a call whose last argument is a function, at the indent of two blanks.
 *
 * @param body  an expression, or a block in braces with its own lines
 */
export function callback(call: string, args: readonly string[], head: string, body: string): string {
  const before = `  ${call}(${[...args, head].join(', ')} =>`
  if (body.startsWith('{')) {
    if (isShort(`${before} {`)) return `${before} ${body})\n`
    return exploded(call, args, `${head} => ${body.replaceAll('\n', '\n  ')}`)
  }
  if (isShort(`${before} ${body})`)) return `${before} ${body})\n`
  if (isShort(before)) return `${before}\n    ${body},\n  )\n`
  return exploded(call, args, `${head} => ${body}`)
}

const exploded = (call: string, args: readonly string[], last: string): string =>
  `  ${call}(\n${[...args, last].map((arg) => `    ${arg},\n`).join('')}  )\n`

/** Width on the screen: signs beyond the first plane take two columns. */
const columnsOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign.length > 1 ? 2 : 1), 0)

/** Joins parts of a file with a blank line between them. */
export const paragraphs = (parts: readonly string[]): string =>
  `${parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\n$/, ''))
    .join('\n\n')}\n`
