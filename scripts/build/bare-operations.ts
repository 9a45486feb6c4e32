import type { Plugin } from 'vite'

interface Span {
  readonly start: number
  readonly end: number
}

interface Part extends Span {
  readonly type: string
  readonly properties?: readonly Part[]
  readonly key?: { readonly name?: string }
  readonly body?: readonly Part[]
  readonly declaration?: Part | null
  readonly declarations?: readonly { readonly id: Part; readonly init: Part | null }[]
  readonly specifiers?: readonly { readonly local: Part }[]
  readonly callee?: Part
  readonly name?: string
}

/** Keys of an operation, and of an error, that only the server reads. */
const ofServer = { operation: ['input', 'output', 'errors'], error: ['status'] }

/**
 * Removes the schemas and errors of the operations and the statuses of errors from the page: only the server uses them.
 * The page needs the names, permissions and what they read and change. A tenth of the first load would be schemas.
 */
export function bareOperations(): Plugin {
  return {
    name: 'basalt-bare-operations',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/common\/(?:operations\/[\w-]+|errors\/catalogue)\.ts$/ },
      handler(code, id) {
        const keys = id.endsWith('/catalogue.ts') ? ofServer.error : ofServer.operation
        const program = this.parse(code) as unknown as Part
        const edits: { readonly part: Span; readonly text: string }[] = schemasOf(program).map((part) => ({
          part,
          text: `/* @__PURE__ */ (() => ${code.slice(part.start, part.end)})()`,
        }))
        visit(program, (part) => edits.push(...serverPartsOf(part, keys).map((each) => ({ part: each, text: '' }))))
        const bare = edits
          .toSorted((a, b) => b.part.start - a.part.start)
          .reduce((text, { part, text: by }) => `${text.slice(0, part.start)}${by}${text.slice(part.end)}`, code)
        return { code: withoutUnused(bare, (text) => (this.parse(text) as unknown as Part).body ?? []), map: null }
      },
    },
  }
}

/**
 * Removes declarations and imports that nothing names any more. The bundler would leave them out, but put the imported
 * modules into the file of the first load.
 */
function withoutUnused(code: string, statementsOf: (code: string) => readonly Part[]): string {
  const words = Map.groupBy(code.match(/[\w$]+/g) ?? [], (word) => word)
  const isUnused = ({ name = '' }: Part): boolean => words.get(name)?.length === 1
  const unused = statementsOf(code).filter(({ type, declarations = [], specifiers = [] }) => {
    const names =
      type === 'VariableDeclaration' ? declarations.map(({ id }) => id) : specifiers.map(({ local }) => local)
    return (type === 'VariableDeclaration' || type === 'ImportDeclaration') && names.length > 0 && names.every(isUnused)
  })
  if (unused.length === 0) return code
  const rest = unused.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
  return withoutUnused(rest, statementsOf)
}

/** Returns the schemas of a file. Most are unused without the operations that name them, but a call could do more. */
function schemasOf({ body = [] }: Part): readonly Part[] {
  return body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init?.type === 'CallExpression' && init.callee?.name !== 'defineOperations' ? [init] : []))
}

/** Returns what only the server reads in the declaration of an operation or an error. Others may spread its scope and permission. */
function serverPartsOf({ type, end, properties = [] }: Part, keys: readonly string[]): readonly Span[] {
  const names = properties.map(({ key }) => key?.name)
  if (type !== 'ObjectExpression' || !keys.every((name) => names.includes(name))) return []
  return properties.flatMap(({ key, start }, at) =>
    // With its comma: up to the next property, or to the closing brace.
    keys.includes(key?.name ?? '') ? [{ start, end: properties[at + 1]?.start ?? end - 1 }] : [],
  )
}

function visit(node: unknown, look: (part: Part) => void): void {
  if (Array.isArray(node)) node.forEach((each) => visit(each, look))
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    look(node as unknown as Part)
    visit(Object.values(node), look)
  }
}
