import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownLodash = fileURLToPath(new URL('../../renderer/features/grid/glide/lodash.ts', import.meta.url))
const lodash = /^lodash\/(clamp|debounce|flatten|groupBy|has|range|throttle|uniq)\.js$/
/** The router's only build for browsers, which is its development build: it differs from the other by this one flag. */
const router = /\/react-router\/dist\/development\/chunk-\w+\.mjs$/
/** Writes JSON schemas. Every schema of zod refers to it, so it stays in a bundle that never calls it. */
const jsonSchema = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/
/** Two files of the painter of the grid. */
const glide =
  /\/glide-data-grid\/dist\/esm\/internal\/(?:data-grid\/data-grid|scrolling-data-grid\/infinite-scroller)\.js$/
/** By the end of their file: what they do, and what they do instead. */
const glideParts = {
  // Draws each new painter a second time, when all fonts are there. The grid itself watches its fonts (`useFonts`).
  'data-grid.js': {
    from: /React\.useLayoutEffect\(\(\) => \{\s*const fn = async \(\) => \{[^}]*document\.fonts\.ready;[^}]*\};\s*void fn\(\);\s*\}, \[\]\);/,
    to: '',
  },
  // Learns its visible rows in a later task, and draws nothing before. So the browser paints an empty frame.
  'infinite-scroller.js': {
    from: /if \(didFirstScroll\.current\) onScroll\(\);\s*else didFirstScroll\.current = true;/,
    to: 'onScroll();',
  },
} as const

interface Exported {
  readonly type: string
  readonly declaration?: {
    readonly id?: { readonly name: string }
    readonly declarations?: readonly { readonly id: { readonly name: string } }[]
  } | null
  readonly specifiers?: readonly { readonly exported: { readonly name?: string } }[]
}

/**
 * Replaces parts of packages that the page loads but doesn't need, together a thirtieth of the first load, or that make it
 * draw later.
 */
export function leanPackages(): Plugin[] {
  return [
    {
      name: 'basalt-lean-lodash',
      apply: 'build',
      enforce: 'pre',
      resolveId: {
        filter: { id: lodash },
        handler: (id) => `\0${id}`,
      },
      load: {
        filter: { id: /^\0lodash\// },
        handler: (id) =>
          `export { ${lodash.exec(id.slice(1))?.[1] ?? ''} as default } from ${JSON.stringify(ownLodash)}`,
      },
    },
    {
      name: 'basalt-lean-router',
      apply: 'build',
      transform: {
        filter: { id: router, code: 'ENABLE_DEV_WARNINGS = true' },
        handler: (code) => ({ code: code.replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false') }),
      },
    },
    {
      name: 'basalt-lean-glide',
      apply: 'build',
      transform: {
        filter: { id: glide },
        handler(code, id) {
          const part = Object.entries(glideParts).find(([name]) => id.endsWith(`/${name}`))?.[1]
          if (part === undefined || !part.from.test(code)) this.error('The painter has changed: see `glideParts`')
          return { code: code.replace(part.from, part.to) }
        },
      },
    },
    {
      name: 'basalt-lean-zod',
      apply: 'build',
      transform: {
        filter: { id: jsonSchema },
        handler(code) {
          const names = (this.parse(code).body as readonly Exported[]).flatMap(exportsOf)
          return {
            code: `const absent = () => undefined\n${names.map((name) => `export { absent as ${name} }`).join('\n')}`,
          }
        },
      },
    },
  ]
}

function exportsOf({ type, declaration, specifiers = [] }: Exported): readonly string[] {
  if (type !== 'ExportNamedDeclaration') return []
  const declared = declaration?.id ? [declaration.id] : (declaration?.declarations ?? []).map(({ id }) => id)
  return [...declared.map(({ name }) => name), ...specifiers.flatMap(({ exported: { name } }) => name ?? [])]
}
