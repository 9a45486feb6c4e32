import { columnType } from '@common/columns/registry'
import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import { uiTypes } from '@common/columns/ui-types'
import {
  copiedTable,
  copyFormat,
  copyLimits,
  copyVersion,
  type CopiedRelation,
  type CopiedTable,
  type ProjectCopy,
} from '@common/project-copy'
import { readQuotedList } from '@common/wire/quoted-list'
import { z } from 'zod'
import { readJsonText } from '../json-text'
import { computedOf, wireComputed } from './original-computed'
import { originalLinks } from './original-links'
import { originalTables } from './original-tables'
import { viewsOf, wireView } from './original-views'

const text = z.string().min(1).max(255)

const wireColumn = z.looseObject({
  cn: text,
  _cn: z.string().max(255).nullish(),
  uidt: z.string().nullish(),
  dtxp: z.union([z.string(), z.number()]).nullish(),
  pk: z.unknown().optional(),
  ai: z.unknown().optional(),
  rqd: z.unknown().optional(),
  pv: z.unknown().optional(),
})
const wireLink = z.looseObject({ tn: text, rtn: text, cn: text, rcn: text, type: z.string().nullish() })
const wireMeta = z.looseObject({
  _tn: z.string().max(255).nullish(),
  columns: z.array(wireColumn).max(copyLimits.columns),
  belongsTo: z.array(wireLink).max(copyLimits.columns).nullish(),
  v: z.array(wireComputed).max(copyLimits.columns).nullish(),
})
const wireModel = wireView.extend({
  meta: z.unknown().optional(),
  alias: z.string().max(255).nullish(),
  mm: z.unknown().optional(),
})
const wireProject = z.looseObject({ title: text, prefix: z.string().max(40).nullish() })

const isSet = (value: unknown): boolean => value === true || value === 1 || value === '1'

/**
 * Translates the metadata file of the original: tables, columns, links, computed columns, and views with their filters.
 * Other parts, such as `nc_migrations.json` and `nc_hooks.json`, are ignored. Undefined for anything else.
 */
export async function translateOriginal(parts: {
  readonly project: unknown
  readonly part: (name: string) => Promise<unknown>
}): Promise<ProjectCopy | undefined> {
  const project = wireProject.safeParse(parts.project)
  const models = z
    .array(wireModel)
    .max(10_000)
    .safeParse(await parts.part('nc_models.json'))
  if (!project.success || !models.success) return undefined
  const tables: CopiedTable[] = []
  const relations: CopiedRelation[] = []
  let entryCount = 0
  const entries = new Map<string, NonNullable<z.infer<typeof wireMeta>['v']>>()
  for (const model of models.data) {
    if (model.type !== 'table' && model.type !== 'view') continue
    const meta = wireMeta.safeParse(jsonOf(model.meta))
    if (!meta.success) return undefined
    const table = tableOf(model, meta.data)
    if (table === undefined) return undefined
    tables.push(table)
    for (const link of meta.data.belongsTo ?? [])
      relations.push({
        childTable: link.tn,
        childColumns: [link.cn],
        parentTable: link.rtn,
        parentColumns: [link.rcn],
        onDelete: 'NO ACTION',
        onUpdate: 'NO ACTION',
      })
    const computedHere = meta.data.v ?? []
    entries.set(model.title, computedHere)
    entryCount += computedHere.length
    const { tables: tablesMost, relations: relationsMost, computed: computedMost } = copyLimits
    if (tables.length > tablesMost || relations.length > relationsMost || entryCount > computedMost) return undefined
  }
  const found = originalTables(tables)
  const computed = computedOf(found, entries, originalLinks(found, relations))
  const { title, prefix } = project.data
  return {
    project: { format: copyFormat, version: copyVersion, title, engine: '', prefix: prefix ?? '', createdAt: '' },
    tables,
    relations,
    computed,
    views: viewsOf(found, models.data),
  }
}

/** Metadata is a JSON text in a column. */
function jsonOf(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return readJsonText(given)
  } catch {
    return undefined
  }
}

function tableOf(model: z.infer<typeof wireModel>, meta: z.infer<typeof wireMeta>): CopiedTable | undefined {
  return copiedTable.safeParse({
    name: model.title,
    title: meta._tn ?? model.alias ?? model.title,
    type: model.type,
    association: isSet(model.mm),
    icon: null,
    columns: meta.columns.map((column) => {
      const uiType = uiTypes.find((known) => known === column.uidt) ?? typeFor.text
      const isStored = !hasRole({ uiType }, 'link', 'computed')
      const isCounted = isSet(column.pk) && (isSet(column.ai) || hasRole({ uiType }, 'key'))
      return {
        name: column.cn,
        title: column._cn ?? column.cn,
        uiType: isStored ? uiType : typeFor.text,
        storedAs: isCounted
          ? typeFor.key
          : hasRole({ uiType }, 'reference')
            ? typeFor.whole
            : isStored
              ? uiType
              : typeFor.text,
        nativeType: '',
        options: optionsOf(uiType, column.dtxp),
        required: isSet(column.rqd),
        unique: false,
        defaultValue: null,
        primaryKey: isSet(column.pk),
        primaryValue: isSet(column.pv),
      }
    }),
    foreignKeys: [],
    indexes: [],
  }).data
}

/** Choices are a list of quoted texts. */
function optionsOf(uiType: (typeof uiTypes)[number], given: string | number | null | undefined): unknown {
  if (typeof given !== 'string' || !columnType(uiType).settings.includes('options')) return {}
  return { options: [...new Set(readQuotedList(given))] }
}
