import { resolve } from 'node:path'

/** The module graph, as the bundler's `ChunkingContext` shows it. */
interface Graph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

/** The entry, and what it loads at once for an open project. */
const begins = [
  'renderer/main.tsx',
  'renderer/features/dashboard/DashboardPage.tsx',
  'renderer/features/grid/GridView.tsx',
]

/** In reach of the first screens only by an `index.ts` or by the grid's package, and used later. */
const later = /\/node_modules\/marked\/|\/(?:api-client|graphql-client|request-history)[./]/

/** Returns a test for the modules of the first screens: those that they import, at any distance. */
export function firstScreens(): (id: string, graph: Graph) => boolean {
  let reached: Set<string> | undefined
  return (id, graph) => {
    reached ??= reachedFrom(
      begins.map((path) => resolve(path)),
      graph,
    )
    return reached.has(id) && !later.test(id)
  }
}

function reachedFrom(ids: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(ids)
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}
