import { isFlagType, isPlainText } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import { parseTemplate, readDraft, writeDraft, type StoredTable, type StoredTemplate } from '@common/templates'
import { plainSettings } from '@common/views'
import { readColumnOptions } from '@common/wire/column-options'

/** @throws Error if the text isn't a template */
export function templateFrom(text: string): StoredTemplate {
  const template = parseTemplate(text)
  if (template === undefined) throw new Error('This is no template.')
  return template
}

/**
 * Returns the tables of a template in one form: both ends of relations, values as their types store them, defaults left
 * out, and linked rows of many-to-many relations as pairs at both ends. Templates with the same form make the same project.
 */
export function canonicalTables(template: StoredTemplate): unknown {
  let ids = 0
  const { tables } = writeDraft(readDraft(template, () => `n${(ids += 1)}`))
  return tables.map((table) => ({
    name: table.tn,
    title: table._tn ?? table.tn,
    icon: table.icon,
    columns: canonicalColumns(table),
    hasMany: table.hasMany.map(({ tn, _cn }) => ({ tn, _cn })),
    belongsTo: table.belongsTo.map(({ tn, _cn, values }) => ({ tn, _cn, values: filled(values ?? []) })),
    manyToMany: table.manyToMany.map(({ rtn, _cn }, at) => ({ rtn, _cn, pairs: pairsOf(tables, table, at) })),
    computed: table.v,
    views: (table.views ?? []).map(({ title, kind, settings, options }) => ({
      title,
      kind,
      options,
      settings: Object.fromEntries(
        Object.entries(settings).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(plainSettings[key as keyof typeof plainSettings]),
        ),
      ),
    })),
  }))
}

const filled = (values: readonly unknown[]): readonly unknown[] =>
  values.slice(0, values.findLastIndex((value) => value !== null) + 1)

function canonicalColumns({ columns }: StoredTable): unknown[] {
  const firstText = columns.find(({ uidt }) => isPlainText({ uiType: uidt }))
  const naming = columns.find(({ pv }) => pv) ?? firstText ?? columns[0]
  return columns.map((stored) => {
    const { cn, _cn, uidt, rqd = false, un = false, cdf = null, meta, dtxp, values = [] } = stored
    const options = readColumnOptions(meta ?? {}) ?? {}
    const type = columnType(uidt)
    const column = { ...blankColumn, name: cn, title: cn, uiType: uidt, options }
    const parsed = (value: unknown): unknown => {
      const outcome = type.parse(value, column)
      if (!outcome.ok) return { refused: value }
      return isFlagType(uidt) && outcome.value !== null ? Number(outcome.value) === 1 : outcome.value
    }
    return {
      cn,
      title: _cn ?? cn,
      uidt,
      rqd,
      un,
      named: stored === naming,
      dtxp,
      options,
      default: cdf === null ? null : parsed(cdf),
      values: filled(values.map((value) => (value === null ? null : parsed(value)))),
    }
  })
}

/** Pairs of rows that the n-th many-to-many end of a table links, from here to there, whichever end holds them. */
function pairsOf(tables: readonly StoredTable[], table: StoredTable, at: number): string[] {
  const end = table.manyToMany[at]
  const other = tables.find(({ tn }) => tn === end?.rtn)
  const place = table.manyToMany.slice(0, at).filter(({ rtn }) => rtn === end?.rtn).length
  const back = other?.manyToMany.filter(({ rtn }) => rtn === table.tn)[other === table ? place ^ 1 : place]
  const lists = (values: readonly unknown[] = []): readonly (readonly [number, number])[] =>
    values.flatMap((value, row) =>
      [value].flat().flatMap((each) => (typeof each === 'number' ? [[row + 1, each] as const] : [])),
    )
  const pairs = [
    ...lists(end?.values).map(([here, there]) => `${here} ${there}`),
    ...lists(back?.values).map(([there, here]) => `${here} ${there}`),
  ]
  return [...new Set(pairs)].toSorted()
}
