import { readFileSync } from 'node:fs'
import { inRoot } from './process.mjs'

/** Words in code that are also names of column types, but mean something else there. */
const otherMeanings = {
  'common/wire/graphql-names.ts': ['ID', 'JSON'],
  'main/dataapi/graphql/scalars.ts': ['JSON'],
  'main/dataapi/graphql/schema.ts': ['Count', 'JSON'],
  'main/dataapi/graphql/select.ts': ['JSON'],
  'main/http/graphql-page.ts': ['Count'],
  'main/grpc/calls.ts': ['Count'],
  'main/grpc/definition.ts': ['Count'],
  // The formula function.
  'common/formula/functions/text.ts': ['URL'],
  'main/db/formula-standard.ts': ['URL'],
  'main/db/computed/build.ts': ['URL'],
  // The original's category of mail services.
  'main/http/legacy/services.ts': ['Email'],
  // Types of the driver.
  'main/db/dialects/mssql/values.ts': ['Date', 'Time'],
}

/** Returns the names of all column types, from the list that the types are checked against. */
export function columnTypeNames() {
  const text = readFileSync(inRoot('common/columns/ui-types.ts'), 'utf8')
  const [, list = ''] = /uiTypes = \[([^\]]*)\]/.exec(text) ?? []
  return [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)
}

/** Comments and strings, in order of their start: an apostrophe in a comment starts no string. */
const commentOrString = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const withoutComments = (text) => text.replaceAll(commentOrString, (found) => (found.startsWith('/') ? '' : found))

/** Returns the types that a file names, as a string or as the key of an object. */
export function typeNamesIn(file, text, names) {
  const code = withoutComments(text)
  const found = new Set()
  for (const [, quoted, key] of code.matchAll(/['"](\w+)['"]|(?<=[{,]\s*)(\w+)(?=:)/g)) found.add(quoted ?? key)
  return names.filter((name) => found.has(name) && !otherMeanings[file]?.includes(name))
}

/** Counts comparisons of types: of `uiType`, in either order, and with a type that Basalt chooses (`typeFor`). */
export function typeComparisonsIn(text) {
  const code = withoutComments(text)
  const patterns = [
    /\buiType\s*[!=]==(?!\s*undefined\b)/g,
    /(?<!undefined\s*)[!=]==\s*(?:\w+\??\.)*uiType\b(?!\s*[!=]==)/g,
    /(?:\bcase|[!=]==)\s*typeFor\.\w+|\btypeFor\.\w+\s*[!=]==/g,
    /\bswitch \([\w.]*uiType\)/g,
  ]
  return patterns.reduce((sum, pattern) => sum + (code.match(pattern)?.length ?? 0), 0)
}
