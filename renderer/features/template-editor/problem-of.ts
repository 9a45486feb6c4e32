import type { DraftField, DraftProblemKind } from '@common/templates'

/** Returns the problem of a field among those of a column, as `ShownProblems.byColumn` lists them. */
export const problemOf = (problems: string, field: DraftField): DraftProblemKind | undefined =>
  problems
    .split(',')
    .find((each) => each.startsWith(`${field}:`))
    ?.slice(field.length + 1) as DraftProblemKind | undefined
