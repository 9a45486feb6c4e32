import { FormulaProblem, referencesOf } from '@common/formula'
import type { NativeTable } from '@main/db/dialect'
import { message, type Message } from '@common/messages'
import type { IdentifiedLink, Relation } from '../relations/links'
import type { ProjectMetadata } from '../catalog/metadata'
import type { StoredVirtualColumn } from './virtual-columns'

/** Facts of a project for finding broken columns, by names in the database. */
export interface ProjectFacts {
  readonly metadata: ProjectMetadata
  readonly native: (table: string) => Promise<NativeTable | undefined>
  readonly links: (table: string) => Promise<readonly IdentifiedLink[]>
}

/** Returns the problem of a relation that only Basalt knows: a missing table or column. */
export async function relationProblem(
  facts: Pick<ProjectFacts, 'native'>,
  relation: Relation,
): Promise<Message | undefined> {
  for (const [table, columns] of [
    [relation.childTable, relation.childColumns],
    [relation.parentTable, relation.parentColumns],
  ] as const) {
    const native = await facts.native(table)
    if (native === undefined) return message('virtualProblems.tableGone', { table })
    const gone = columns.find((name) => !native.columns.some((column) => column.name === name))
    if (gone !== undefined) return message('virtualProblems.columnGone', { column: gone })
  }
  return undefined
}

/** Returns why virtual columns can't be computed, by id. Columns without a problem are absent. */
export async function problemsOf(
  facts: ProjectFacts,
  table: string,
  columns: readonly StoredVirtualColumn[],
): Promise<Map<string, Message>> {
  const problems = new Map<string, Message>()
  for (const column of columns) {
    const problem = await problemOf(facts, table, column, [])
    if (problem !== undefined) problems.set(column.id, problem)
  }
  return problems
}

/** @param path  columns on the current path; meeting one again is a cycle */
async function problemOf(
  facts: ProjectFacts,
  table: string,
  column: StoredVirtualColumn,
  path: readonly StoredVirtualColumn[],
): Promise<Message | undefined> {
  if (path.includes(column)) return message('virtualProblems.circle')
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
      if (found === undefined) return message('virtualProblems.linkGone')
      if (found.problem !== undefined) return found.problem
      return definition.kind === 'count'
        ? undefined
        : targetProblem(facts, found.link.relatedTable, definition.column, further)
    }
  }
}

/** Returns the problem of a column that another one uses; undefined if it can be used. */
async function targetProblem(
  facts: ProjectFacts,
  table: string,
  column: string,
  path: readonly StoredVirtualColumn[],
): Promise<Message | undefined> {
  const native = await facts.native(table)
  if (native?.columns.some(({ name }) => name === column) === true) return undefined
  const virtual = facts.metadata.virtualColumns.get(native?.name ?? table)?.find(({ id }) => id === column)
  if (virtual === undefined || virtual.definition.kind === 'link')
    return message('virtualProblems.columnGone', { column })
  return problemOf(facts, native?.name ?? table, virtual, path)
}

/** An unreadable formula references nothing. Compiling it reports the problem. */
function formulaReferences(formula: string): readonly string[] {
  try {
    return referencesOf(formula)
  } catch (error) {
    if (error instanceof FormulaProblem) return []
    throw error
  }
}
