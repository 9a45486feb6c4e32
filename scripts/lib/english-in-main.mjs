/**
 * Finds English that the server composes outside its edges: strings that read like a sentence, and calls that render
 * messages. `npm run counts` prints the number, and an architecture test holds it at 0.
 */
import { parseSync } from 'vite'

/** Files at which English leaves the server. */
export const edges = [
  /^main\/(?:http|grpc|bridge|shell|updater|terminal|command)\//,
  /^main\/(?:headless|index|lib\/languages|lib\/mail-text|lib\/messages|lib\/texts)\.ts$/,
  // Errors of GraphQL, and the descriptions in the API documents and schemas.
  /^main\/dataapi\/(?:graphql|swagger|grpc)\//,
  // Scripts of users catch errors with a text.
  /^main\/features\/script-runs\//,
]

/** Functions that return English directly. `englishBeside` renders when a response is serialized. */
const renderers = new Set([
  'english',
  'errorSentence',
  'wireError',
  'graphqlError',
  'textIn',
  'createRenderer',
  'formatMessage',
])

/** Three consecutive words, the second and third in lower case. SQL keywords are upper case. */
const sentence = /(?:^|[\s'"(])\p{L}[\p{Ll}']+ \p{Ll}[\p{Ll}']* \p{Ll}[\p{Ll}']+(?=$|[\s.,;:!?'")])/u
/** SQL, and the words of drivers, are no English of ours. */
const statements = /^main\/db\//

/** Returns the English that a file of `main` composes: `[{ line, text }]`. */
export function englishIn(path, text) {
  if (edges.some((edge) => edge.test(path))) return []
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const found = []
  const add = (node, words) =>
    found.push({ line: text.slice(0, node.start).split('\n').length, text: words.slice(0, 80) })
  const visit = (node, isForDevelopers) => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isForDevelopers))
    if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return
    const words = wordsOf(node)
    if (node.type === 'Identifier' && renderers.has(node.name)) add(node, node.name)
    else if (words !== undefined && !isForDevelopers && !statements.test(path) && sentence.test(words)) add(node, words)
    for (const [key, child] of Object.entries(node))
      if (key !== 'type') visit(child, isForDevelopers || addressesDevelopers(node))
  }
  visit(program, false)
  return found
}

function wordsOf({ type, value }) {
  if (type === 'TemplateElement') return value.cooked
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** Program errors and log lines are for developers. */
function addressesDevelopers({ type, callee }) {
  const name = callee?.name ?? callee?.property?.name ?? ''
  if (type === 'NewExpression') return name.endsWith('Error') && name !== 'AppError' && name !== 'ArgumentError'
  return type === 'CallExpression' && ['debug', 'info', 'warn', 'error', 'fatal'].includes(name)
}
