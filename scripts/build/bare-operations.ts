import type { Plugin } from 'vite'

interface Part {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly properties?: readonly Part[]
  readonly key?: { readonly name?: string }
  readonly value?: Part
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
        const found: Part[] = []
        visit(this.parse(code), (part) => found.push(...serverPartsOf(part)))
        const bare = found
          .toSorted((a, b) => b.start - a.start)
          .reduce((text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`, code)
        return { code: bare, map: null }
      },
    },
  }
}

/** Returns what only the server reads in an operation's declaration: an object with a scope and a permission. */
function serverPartsOf({ type, properties = [] }: Part): readonly Part[] {
  const names = properties.map(({ key }) => key?.name)
  if (type !== 'ObjectExpression' || !names.includes('scope') || !names.includes('permission')) return []
  return properties.flatMap(({ key, value }) => (value && ofServer.includes(key?.name ?? '') ? [value] : []))
}

function visit(node: unknown, look: (part: Part) => void): void {
  if (Array.isArray(node)) node.forEach((each) => visit(each, look))
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    look(node as unknown as Part)
    visit(Object.values(node), look)
  }
}
