import type { SqlPlanStep } from '@common/sql/shapes'

/** Keys of a node that are facts of their own. */
const shown = new Set([
  'Node Type',
  'Relation Name',
  'Index Name',
  'Alias',
  'Plans',
  'Total Cost',
  'Startup Cost',
  'Plan Rows',
  'Plan Width',
  'Actual Rows',
  'Actual Total Time',
  'Actual Startup Time',
  'Actual Loops',
  'Parent Relationship',
  'Parallel Aware',
  'Async Capable',
  'Disabled',
])

/** Returns the steps of a plan that EXPLAIN (FORMAT JSON) printed. */
export function planOfJson(plan: unknown): SqlPlanStep[] {
  return listOf(plan).map((each) => stepOf(fieldsOf(fieldsOf(each)['Plan'])))
}

function stepOf(node: Readonly<Record<string, unknown>>): SqlPlanStep {
  const [table, index, alias] = [node['Relation Name'], node['Index Name'], node['Alias']].map(textOf)
  const names = [table, index].filter((name) => name !== undefined)
  const object =
    names.length === 0 ? (alias ?? '') : names.join(', ') + (alias === undefined || alias === table ? '' : ` ${alias}`)
  const loops = numberOf(node['Actual Loops']) ?? 1
  const ms = numberOf(node['Actual Total Time'])
  const rows = numberOf(node['Actual Rows'])
  return {
    operation: textOf(node['Node Type']) ?? '',
    object,
    detail: Object.entries(node)
      .filter(([key, value]) => !shown.has(key) && value !== false)
      .map(
        ([key, value]) =>
          `${key}: ${Array.isArray(value) ? value.join(', ') : String(textOf(value) ?? JSON.stringify(value))}`,
      )
      .join('\n'),
    rows: numberOf(node['Plan Rows']) ?? null,
    cost: numberOf(node['Total Cost']) ?? null,
    actualRows: rows === undefined ? null : Math.round(rows * loops),
    actualMs: ms === undefined ? null : ms * loops,
    steps: listOf(node['Plans']).map((child) => stepOf(fieldsOf(child))),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
