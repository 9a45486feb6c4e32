import type { Plugin } from 'vite'

interface Part {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly properties?: readonly Part[]
  readonly key?: { readonly name?: string }
  readonly value?: Part
  readonly body?: readonly Part[]
  readonly declaration?: Part | null
  readonly declarations?: readonly { readonly id: Part; readonly init: Part | null }[]
  readonly specifiers?: readonly { readonly local: Part }[]
  readonly callee?: Part
  readonly name?: string
}

const ofServer: readonly string[] = ['input', 'output', 'errors']

/**
 * Removes the schemas and errors of the operations from the page: only the server uses them. The page needs the names,
 * permissions and what they read and change. A tenth of the first load would be schemas.
 */
export function bareOperations(): Plugin {
  return {
    name: 'basalt-bare-operations',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/common\/operations\/[\w-]+\.ts$/ },
      handler(code) {
        const program = this.parse(code) as unknown as Part
        const edits: { readonly part: Part; readonly text: string }[] = schemasOf(program).map((part) => ({
          part,
          text: `/* @__PURE__ */ (() => ${code.slice(part.start, part.end)})()`,
        }))
        visit(program, (part) => edits.push(...serverPartsOf(part).map((each) => ({ part: each, text: 'undefined' }))))
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

/** Returns what only the server reads in an operation's declaration. Others may spread its scope and permission. */
function serverPartsOf({ type, properties = [] }: Part): readonly Part[] {
  const names = properties.map(({ key }) => key?.name)
  if (type !== 'ObjectExpression' || !ofServer.every((name) => names.includes(name))) return []
  return properties.flatMap(({ key, value }) => (value && ofServer.includes(key?.name ?? '') ? [value] : []))
}

function visit(node: unknown, look: (part: Part) => void): void {
  if (Array.isArray(node)) node.forEach((each) => visit(each, look))
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    look(node as unknown as Part)
    visit(Object.values(node), look)
  }
}
