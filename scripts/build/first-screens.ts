import { dirname, resolve } from 'node:path'
import { parseAst } from 'vite'
import { aliases } from './aliases.ts'

/** The module graph, as the bundler's `ChunkingContext` shows it. */
interface Graph {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly code: string | null } | null
}

/** The entry, and what it loads at once for an open project. */
const begins = [
  'renderer/main.tsx',
  'renderer/features/dashboard/DashboardPage.tsx',
  'renderer/features/grid/GridView.tsx',
]

/** In reach of the first screens only by the grid's package, and used later. */
const later = /\/node_modules\/marked\//

/** Tests for modules of a page. */
export interface Screens {
  /** True for modules of the first screens: those whose exports they import, at any distance. */
  readonly isEarly: (id: string, graph: Graph) => boolean
  /** True for other modules that an `index.ts` of the first screens exports: dialogs, menus and fields. */
  readonly isNear: (id: string, graph: Graph) => boolean
}

/** Sorts the modules of the page by when it needs them. */
export function firstScreens(): Screens {
  let early: Set<string> | undefined
  let near: Set<string> | undefined
  const ids = begins.map((path) => resolve(path))
  const isEarly: Screens['isEarly'] = (id, graph) => (early ??= neededBy(ids, graph)).has(id) && !later.test(id)
  const isNear: Screens['isNear'] = (id, graph) =>
    !isEarly(id, graph) && (near ??= reachedFrom(ids, graph)).has(id) && !later.test(id)
  return { isEarly, isNear }
}

function reachedFrom(ids: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(ids)
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/** Every export of a module. */
const everything = '*'

/** A name that a module takes from another one. */
interface Link {
  /** The other module. */
  readonly id: string
  readonly name: string
  /** Names under which the module passes it on. */
  readonly exportedAs?: string
}

/**
 * Returns the modules whose exports these need. Through an `index.ts`, it follows only the names that a needed module
 * imports, as the bundler does: our modules do nothing by being imported alone.
 */
function neededBy(ids: readonly string[], graph: Graph): Set<string> {
  const needed = new Set<string>()
  const linksOf = createLinks(graph)
  const open = ids.map((id): Link => ({ id, name: everything }))
  const asked = new Set<string>()
  for (const { id, name } of open) {
    const isNew = !needed.has(id)
    needed.add(id)
    const passesOn = isList.test(id)
    if (asked.has(`${id} ${name}`) || (!isNew && !passesOn)) continue
    asked.add(`${id} ${name}`)
    const links = linksOf(id)
    const passed = passesOn ? links.filter(({ exportedAs }) => exportedAs === name) : []
    // A name that is not passed on is declared there, or comes with the rest of another module.
    if (passed.length > 0) open.push(...passed)
    else if (!passesOn || name === everything) open.push(...links)
    else {
      const rest = links.filter(({ exportedAs }) => exportedAs === everything)
      open.push(
        ...links.filter(({ exportedAs }) => exportedAs === undefined),
        ...rest.map((link) => ({ ...link, name })),
      )
    }
  }
  return needed
}

/** Modules that pass on what others declare, ours and the control library's. */
const isList = /\/(?:renderer|common)\/(?:.*\/)?index\.ts$|\/@mantine\/.*\/index\.mjs$/
/** Modules that do nothing by being imported alone. */
const isPure = /\/(?:renderer|common)\/(?!.*\/node_modules\/).*\.tsx?$|\/@mantine\/.*\.mjs$/

/** Parts of a syntax tree in ESTree's form. */
interface Statement {
  readonly type: string
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly {
    readonly type: string
    readonly imported?: { readonly name: string }
    readonly local: { readonly name: string }
    readonly exported?: { readonly name: string }
  }[]
}

/** Returns the links of modules. Other packages link to all exports of what they import. */
function createLinks(graph: Graph): (id: string) => readonly Link[] {
  const known = new Map<string, readonly Link[]>()
  const read = (id: string): readonly Link[] => {
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {}
    const whole = importedIds.map((next): Link => ({ id: next, name: everything }))
    if (!isPure.test(id) || code === null) return whole
    const body = parseAst(code, { lang: 'tsx' }).body as unknown as readonly Statement[]
    const links = linksIn(body, (specifier) => resolved(specifier, id, importedIds))
    const followed = new Set(links.map((link) => link.id))
    return [...links, ...whole.filter((link) => !followed.has(link.id))]
  }
  return (id) => {
    const links = known.get(id) ?? read(id)
    known.set(id, links)
    return links
  }
}

function linksIn(body: readonly Statement[], resolve: (specifier: string) => string | undefined): readonly Link[] {
  const sources = body.flatMap(({ source, specifiers = [], type }) => {
    const id = source && resolve(source.value)
    return id === null || id === undefined ? [] : [{ id, specifiers, type }]
  })
  /** Local names of what the module exports. */
  const exported = new Map(
    body
      .filter(({ type, source }) => type === 'ExportNamedDeclaration' && !source)
      .flatMap(({ specifiers = [] }) => specifiers.map((each) => [each.local.name, each.exported?.name] as const)),
  )
  return sources.flatMap(({ id, specifiers, type }): readonly Link[] => {
    if (type === 'ExportAllDeclaration') return [{ id, name: everything, exportedAs: everything }]
    return specifiers.map((each): Link => {
      if (type === 'ExportNamedDeclaration') return { id, name: each.local.name, exportedAs: each.exported?.name ?? '' }
      const name = each.type === 'ImportDefaultSpecifier' ? 'default' : (each.imported?.name ?? everything)
      const exportedAs = exported.get(each.local.name)
      return { id, name, ...(exportedAs !== undefined && { exportedAs }) }
    })
  })
}

/** Returns the module behind a specifier, if it is one of those that the importer imports. */
function resolved(specifier: string, importer: string, importedIds: readonly string[]): string | undefined {
  const alias = Object.entries(aliases).find(([name]) => specifier.startsWith(`${name}/`))
  const path = alias ? resolve(alias[1], specifier.slice(alias[0].length + 1)) : resolve(dirname(importer), specifier)
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`]
  return importedIds.find((id) => candidates.includes(id) || id.includes(`/node_modules/${specifier}/`))
}
