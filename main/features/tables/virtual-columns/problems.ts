import { FormulaProblem, referencesOf } from '@common/formula'
import type { NativeTable } from '@main/db/dialect'
import { virtualProblemSentence } from '@main/lib/messages'
import type { IdentifiedLink, Relation } from '../relations/links'
import type { ProjectMetadata } from '../catalog/metadata'
import type { StoredVirtualColumn } from './virtual-columns'

/** What has to be known of a project to tell what is broken. By names of the database. */
export interface ProjectFacts {
  readonly metadata: ProjectMetadata
  readonly native: (table: string) => Promise<NativeTable | undefined>
  readonly links: (table: string) => Promise<readonly IdentifiedLink[]>
}

/** What is wrong with a relation that Basalt alone knows: a table or column of it has gone. */
export async function relationProblem(
  facts: Pick<ProjectFacts, 'native'>,
  relation: Relation,
): Promise<string | undefined> {
  for (const [table, columns] of [
    [relation.childTable, relation.childColumns],
    [relation.parentTable, relation.parentColumns],
  ] as const) {
    const native = await facts.native(table)
    if (native === undefined) return virtualProblemSentence('tableGone', { table })
    const gone = columns.find((name) => !native.columns.some((column) => column.name === name))
    if (gone !== undefined) return virtualProblemSentence('columnGone', { column: gone })
  }
  return undefined
}

/** Sentences of why virtual columns cannot be computed, by id; those that can are not in it. */
export async function problemsOf(
  facts: ProjectFacts,
  table: string,
  columns: readonly StoredVirtualColumn[],
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  for (const column of columns) {
    const problem = await problemOf(facts, table, column, [])
    if (problem !== undefined) problems.set(column.id, problem)
  }
  return problems
}

/** @param path  the columns on whose behalf this one is looked at: meeting one again is a circle */
async function problemOf(
  facts: ProjectFacts,
  table: string,
  column: StoredVirtualColumn,
  path: readonly StoredVirtualColumn[],
): Promise<string | undefined> {
  if (path.includes(column)) return virtualProblemSentence('circle', {})
  const { definition } = column
  const further = [...path, column]
  switch (definition.kind) {
    case 'link':
      return undefined
    case 'formula': {
      for (const name of formulaReferences(definition.formula)) {
        const problem = await targetProblem(facts, table, name, further)
        if (problem !== undefined) return problem
      }
      return undefined
    }
    case 'count':
    case 'lookup':
    case 'rollup': {
      const found = (await facts.links(table)).find(({ id }) => id === definition.linkId)
      if (found === undefined) return virtualProblemSentence('linkGone', {})
      if (found.problem !== undefined) return found.problem
      return definition.kind === 'count'
        ? undefined
        : targetProblem(facts, found.link.relatedTable, definition.column, further)
    }
  }
}

/** A column that another one is made from: stored, or virtual and without a problem of its own. */
async function targetProblem(
  facts: ProjectFacts,
  table: string,
  column: string,
  path: readonly StoredVirtualColumn[],
): Promise<string | undefined> {
  const native = await facts.native(table)
  if (native?.columns.some(({ name }) => name === column) === true) return undefined
  const virtual = facts.metadata.virtualColumns.get(native?.name ?? table)?.find(({ id }) => id === column)
  if (virtual === undefined || virtual.definition.kind === 'link')
    return virtualProblemSentence('columnGone', { column })
  return problemOf(facts, native?.name ?? table, virtual, path)
}

/** A formula that cannot be read names nothing; what is wrong with it is said where it is compiled. */
function formulaReferences(formula: string): readonly string[] {
  try {
    return referencesOf(formula)
  } catch (error) {
    if (error instanceof FormulaProblem) return []
    throw error
  }
}
