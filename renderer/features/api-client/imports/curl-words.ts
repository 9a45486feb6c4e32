import { parse } from 'shell-quote'

/** Splits a command of a shell, as terminals and browsers copy it, into words: Bash, or the prompt of Windows. */
export function wordsOf(command: string): string[] {
  const text = /\^(?:"|\r?\n)/.test(command) ? withoutCarets(command) : command.replaceAll(/\\\r?\n/g, ' ')
  // A shell's own variables have no value here.
  const words = parse(withPlainQuotes(text.trim()), (name) => `$${name}`)
  return words.flatMap((word) => (typeof word === 'string' ? [word] : 'pattern' in word ? [word.pattern] : []))
}

/** Removes the escape characters of the Windows command prompt. */
const withoutCarets = (command: string): string =>
  command.replaceAll(/\^(\r?\n|.)/g, (_all, next: string) => (next.trim() === '' ? ' ' : next))

/** Replaces `$'…'`, which browsers write around apostrophes and lines. Skips other quotes. */
const withPlainQuotes = (text: string): string =>
  text.replaceAll(/\$'((?:\\.|[^'\\])*)'|'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, (all, escaped: string | undefined) =>
    escaped === undefined ? all : `'${unescaped(escaped).replaceAll("'", String.raw`'\''`)}'`,
  )

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** https://www.gnu.org/software/bash/manual/html_node/ANSI_002dC-Quoting.html */
const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3})|(.))/gs,
    (all, byte?: string, short?: string, long?: string, octal?: string, sign = '') => {
      const code = octal === undefined ? Number.parseInt(byte ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8)
      if (Number.isNaN(code)) return escapes[sign as string] ?? String(sign)
      return code > 0x10ffff ? String(all) : String.fromCodePoint(code)
    },
  )
