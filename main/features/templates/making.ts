import { AppError } from '@common/errors'
import type { Project, ProjectType } from '@common/model'
import type { TemplateRun } from '@common/operations/templates'
import { storedTemplate, templateLimits, writeDraft, type StoredTemplate } from '@common/templates'
import { titleOfTable } from '@common/wire/names'
import type { CopyService, ReadArchive } from '@main/features/copies'
import { callOf, type CopiedRows } from '@main/features/tables'
import type { Clock } from '@main/lib/clock'
import { inProject, userIn, type CallContext } from '@main/operations/context'
import { copyOfTemplate, type TemplateCopy, type TemplateRelation } from './copy-of-template'
import { createRuns, type Run } from './runs'
import { templateOfProject } from './template-of-project'

/** A template to use, with or without its sample rows. */
export interface UsedTemplate {
  readonly template: StoredTemplate
  readonly rows: boolean
  /** Id under which the caller follows and cancels the work. */
  readonly run: string | undefined
}

/** Creates tables from templates, all or nothing, and templates from projects. */
export interface TemplateMaking {
  /** @throws AppError TEMPLATE_INVALID, TEMPLATE_VALUE_INVALID, REQUEST_CANCELLED, and errors of a new project */
  readonly createProject: (
    context: CallContext,
    given: { readonly title: string; readonly type: ProjectType; readonly ownerId: number },
    used: UsedTemplate,
  ) => Promise<Project>
  /** @throws AppError TEMPLATE_TABLES_EXIST, and those of `createProject` */
  readonly createTables: (context: CallContext, used: UsedTemplate) => Promise<MadeTables>
  /** Returns the titles of tables that the project has already. */
  readonly clashes: (context: CallContext, template: StoredTemplate) => Promise<readonly string[]>
  /**
   * Returns the tables of a project as those of a template.
   *
   * @throws AppError TEMPLATE_TOO_LARGE, DATABASE_UNAVAILABLE, NOT_SUPPORTED
   */
  readonly ofProject: (context: CallContext, rows: boolean) => Promise<StoredTemplate>
  readonly readRun: (context: CallContext, id: string) => TemplateRun
  readonly cancelRun: (context: CallContext, id: string) => boolean
}

export interface MadeTables {
  readonly tables: readonly { readonly name: string; readonly title: string }[]
  readonly relations: readonly TemplateRelation[]
  readonly rows: number
}

/** Rows of a chunk, after which progress is counted. */
const chunkRows = 500

export function createTemplateMaking({
  clock,
  copies,
}: {
  readonly clock: Clock
  readonly copies: CopyService
}): TemplateMaking {
  const runs = createRuns(clock)

  const copyOf = (template: StoredTemplate, rows: boolean): TemplateCopy =>
    copyOfTemplate(template, { rows, now: clock.now().toISOString() })

  const make = <T>(
    context: CallContext,
    { template, rows, run: id }: UsedTemplate,
    work: (made: TemplateCopy, archive: ReadArchive, run: Run) => Promise<T>,
  ): Promise<T> =>
    runs.follow(userIn(context).userId, id, context.signal, (run) => {
      const made = copyOf(template, rows)
      return work(made, archiveOf(made, run), run)
    })

  return {
    createProject: (context, given, used) =>
      make(context, used, async (_made, archive, run) => {
        const { project } = await copies.createProject(archive, { ...given, signal: run.signal })
        return project
      }),

    createTables: (context, used) =>
      make(context, used, async (made, archive, run) => {
        const call = callOf(context)
        const { prefix } = await copies.describe(call.projectId)
        const { rows } = await copies.takeOver(archive, call, run.signal, {
          clash: (tables) => new AppError('TEMPLATE_TABLES_EXIST', { tables: tables.join(', ') }),
        })
        const nameOf = (table: string): string => `${prefix}${table}`
        return {
          tables: made.tables.map(({ name, title }) => ({ name: nameOf(name), title })),
          relations: made.relations.map((relation) => ({
            ...relation,
            table: nameOf(relation.table),
            relatedTable: nameOf(relation.relatedTable),
          })),
          rows,
        }
      }),

    clashes: (context, template) => copies.clashes(inProject(context).projectId, copyOf(template, false).copy),

    ofProject: async (context, rows) => {
      const { projectId, signal } = inProject(context)
      const { prefix, views, tables, computed } = await copies.describe(projectId)
      const places = new Map(computed.map(({ id, position }) => [id, position]))
      const draft = rows
        ? await copies.readNow(projectId, signal, (stored, rowsOf) =>
            templateOfProject({ prefix, views, places, tables: stored }, rowsOf),
          )
        : await templateOfProject({ prefix, views, places, tables }, undefined)
      const template = writeDraft(draft)
      const { bytes, tables: most } = templateLimits
      // The stored form has more limits, such as that of columns.
      if (!storedTemplate.safeParse(template).success || JSON.stringify(template).length > bytes)
        throw new AppError('TEMPLATE_TOO_LARGE', { tables: most })
      return template
    },

    readRun: (context, id) => runs.read(userIn(context).userId, id),
    cancelRun: (context, id) => runs.cancel(userIn(context).userId, id),
  }
}

/** Returns the copy with rows that report their progress. */
function archiveOf({ copy, rowsOf }: TemplateCopy, run: Run): ReadArchive {
  const counts = copy.tables.map((_table, place) => rowsOf(place).length)
  run.sized(
    copy.tables.length,
    counts.reduce((sum, count) => sum + count, 0),
  )
  run.phase('tables')
  async function* rows(place: number): CopiedRows {
    run.table(titleOfTable(copy.tables[place]?.title ?? '', copy.project.prefix))
    const all = rowsOf(place)
    for (let at = 0; at < all.length; at += chunkRows) {
      const chunk = all.slice(at, at + chunkRows)
      yield chunk
      run.wrote(chunk.length)
    }
    if (place === copy.tables.length - 1) run.phase('publishing')
  }
  return { copy, rowsOf: rows }
}
