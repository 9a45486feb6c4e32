/** Values for the parameters of a query table, by name, as its address takes them. */
export type QueryValues = Readonly<Record<string, string>>

export interface Named {
  readonly name: string
  readonly title: string
}

/** The values that this window has chosen for query tables. Every request for rows of such a table sends them. */
export function createQueryValues() {
  const chosen = new Map<string, QueryValues>()
  const keyOf = (projectId: string, nameOrTitle: string): string => `${projectId}\n${nameOrTitle}`
  return {
    of: (projectId: string, nameOrTitle: string): QueryValues | undefined => chosen.get(keyOf(projectId, nameOrTitle)),
    set: (projectId: string, { name, title }: Named, values: QueryValues): void => {
      for (const each of [name, title]) chosen.set(keyOf(projectId, each), values)
    },
  }
}
