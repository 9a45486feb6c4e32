import { AppError } from '@common/errors'
import {
  copiedComputedColumns,
  copiedProject,
  copiedRelations,
  copiedTables,
  copiedViews,
  copyLimits,
  type ProjectCopy,
} from '@common/project-copy'
import { isDeeperThan } from '@common/util/json-depth'
import type { z } from 'zod'

/** Names of the parts of a copy. */
export const partNames = {
  project: 'nc_project.json',
  tables: 'nc_models.json',
  relations: 'nc_relations.json',
  computed: 'nc_virtual_columns.json',
  views: 'nc_views.json',
} as const

/** Returns the JSON parts of a copy by their names. */
export function partsOf(copy: ProjectCopy): ReadonlyMap<string, string> {
  const text = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`
  return new Map([
    [partNames.project, text(copy.project)],
    [partNames.tables, text(copy.tables)],
    [partNames.relations, text(copy.relations)],
    [partNames.computed, text(copy.computed)],
    [partNames.views, text(copy.views)],
  ])
}

/** Translates the parts of the original's format. */
export type TranslateParts = (parts: {
  readonly project: unknown
  /** Returns a JSON part of the file; undefined if it has none of this name. */
  readonly part: (name: string) => Promise<unknown>
}) => Promise<ProjectCopy | undefined>

/**
 * Reads and validates a copy.
 *
 * @param read  returns the text of a part; undefined if there is none
 * @throws AppError METADATA_FILE_INVALID
 */
export async function readCopy(
  read: (name: string) => Promise<string | undefined>,
  translate: TranslateParts,
): Promise<ProjectCopy> {
  const part = async (name: string): Promise<unknown> => {
    const text = await read(name)
    return text === undefined ? undefined : parsed(text)
  }
  const project = await part(partNames.project)
  if (project === undefined) throw invalid()
  const ours = copiedProject.safeParse(project)
  if (!ours.success) {
    const translated = await translate({ project, part })
    if (translated === undefined) throw invalid()
    return translated
  }
  const valid = async <T>(name: string, schema: z.ZodType<T>): Promise<T> => {
    const result = schema.safeParse((await part(name)) ?? [])
    if (!result.success) throw invalid()
    return result.data
  }
  return {
    project: ours.data,
    tables: await valid(partNames.tables, copiedTables),
    relations: await valid(partNames.relations, copiedRelations),
    computed: await valid(partNames.computed, copiedComputedColumns),
    views: await valid(partNames.views, copiedViews),
  }
}

function parsed(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('METADATA_FILE_INVALID', {}, { cause: error })
  }
  if (isDeeperThan(value, copyLimits.jsonDepth)) throw invalid()
  return value
}

const invalid = (): AppError => new AppError('METADATA_FILE_INVALID')
