import { utf8Bytes } from '@common/rpc/bytes'

/** Names of the generated code. */

/** Splits a name into words: at blanks and signs, before capitals, and after abbreviations. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFC')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

const capital = (word: string): string => word.replace(/^./u, (letter) => letter.toUpperCase())

/** Length in UTF-8. PostgreSQL cuts longer names, and columns are selected under their properties. */
const nameBytes = 56

function limited(name: string): string {
  let short = name
  while (utf8Bytes(short).length > nameBytes) short = [...short].slice(0, -1).join('')
  return short
}

/** `Artist Id` → `artistId`. A name that doesn't begin with a letter gets a prefix, and one without letters a number. */
export function camelCase(name: string, prefix: string, number: number): string {
  const [first = prefix + number, ...others] = wordsOf(name)
  const joined = first + others.map(capital).join('')
  return limited(/^\p{ID_Start}[\p{ID_Continue}]*$/u.test(joined) ? joined : prefix + capital(onlyLetters(joined)))
}

/** `invoice_line` → `InvoiceLine`. */
export const pascalCase = (name: string, prefix: string, number: number): string =>
  capital(camelCase(name, prefix, number))

const onlyLetters = (text: string): string => text.replaceAll(/[^\p{ID_Continue}]/gu, '')

const inAscii: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** `Größe in cm` → `grosse-in-cm`. ASCII; the fallback if nothing is left. */
export function kebabCase(name: string, fallback: string): string {
  const ascii = wordsOf(name).map((word) =>
    word
      .normalize('NFKD')
      .replaceAll(/[ßæøœłđðþı]/g, (letter) => inAscii[letter] ?? '')
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  return (
    ascii
      .filter((word) => word !== '')
      .join('-')
      .slice(0, 60)
      .replace(/-$/, '') || fallback
  )
}

/** Returns the same names, with a number where another one is taken, in any letter case. */
export function uniqueNames(names: readonly string[], reserved: ReadonlySet<string>, suffix: string): string[] {
  const lower = new Set([...reserved].map((name) => name.toLowerCase()))
  const taken = new Set<string>()
  return names.map((name) => {
    const base = lower.has(name.toLowerCase()) ? name + suffix : name
    let free = base
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${base}${n}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** Parameters of every list, and members of every object. */
export const reservedProperties: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'sort',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  'then',
])

/** Types that the generated files use themselves, and the global ones. */
export const reservedTypes: ReadonlySet<string> = new Set(
  (
    'Table Column Kind Model ReadModel Page ListQuery Values Knex FastifyInstance RouteOptions Pick Partial Omit Record ' +
    'Promise Array Object String Number Boolean Symbol Function Date Error Map Set Buffer Any Unknown Never Void Null ' +
    'Undefined Bigint TableName AppOptions Readonly Required Extract Exclude'
  ).split(' '),
)

/** Prefixes that would collide with other constants and files. */
export const reservedVariables: ReadonlySet<string> = new Set(['create', 'read', 'index'])
export const reservedSlugs: ReadonlySet<string> = new Set(['index'])
