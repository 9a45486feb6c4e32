import type { SqlPlanStep } from '@common/sql/shapes'

type Fields = Readonly<Record<string, unknown>>

/** Parts of the plan that are steps, and how to name them. */
const named: Readonly<Record<string, string>> = {
  query_block: 'Query block',
  nested_loop: 'Nested loop',
  table: 'Table',
  ordering_operation: 'Sort',
  filesort: 'Sort',
  grouping_operation: 'Group',
  temporary_table: 'Temporary table',
  duplicates_removal: 'Remove duplicates',
  'block-nl-join': 'Block nested loop',
  materialized: 'Materialize',
  materialized_from_subquery: 'Materialize',
  union_result: 'Union',
  query_specifications: 'Queries',
  attached_subqueries: 'Subqueries',
  subqueries: 'Subqueries',
  optimized_away_subqueries: 'Subqueries',
  having_subqueries: 'Subqueries',
  select_list_subqueries: 'Subqueries',
  windows_function_computation: 'Window functions',
  window_functions_computation: 'Window functions',
  window: 'Window',
  read_sorted_file: 'Read the sorted rows',
  expression_cache: 'Expression cache',
  buffer_result: 'Buffer the result',
  insert_from: 'Insert from',
}

/** Returns the steps of a plan that EXPLAIN FORMAT=JSON printed. MariaDB and MySQL nest them in different keys. */
export function planOfJson(plan: unknown): SqlPlanStep[] {
  return stepsIn(fieldsOf(plan))
}

function stepsIn(fields: Fields): SqlPlanStep[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = named[key]
    if (name === undefined) return Array.isArray(value) || !isFields(value) ? [] : stepsIn(fieldsOf(value))
    if (Array.isArray(value)) {
      const steps = value.flatMap((each) => stepsIn(fieldsOf(each)))
      return steps.length === 0 ? [] : [{ ...empty, operation: name, steps }]
    }
    return [stepOf(name, fieldsOf(value))]
  })
}

const empty = {
  operation: '',
  object: '',
  detail: '',
  rows: null,
  cost: null,
  actualRows: null,
  actualMs: null,
  steps: [],
}

function stepOf(name: string, fields: Fields): SqlPlanStep {
  const costs = fieldsOf(fields['cost_info'])
  const access = textOf(fields['access_type'])
  const rows = numberOf(fields['rows_examined_per_scan'] ?? fields['rows'])
  const loops = numberOf(fields['r_loops']) ?? 1
  const actual = numberOf(fields['r_rows'] ?? fields['r_output_rows'])
  return {
    operation: access === undefined ? name : access.toUpperCase(),
    object: [textOf(fields['table_name']), textOf(fields['key'])].filter((part) => part !== undefined).join(', '),
    detail: Object.entries(fields)
      .filter(([key, value]) => !hidden.has(key) && !(key in named) && !isFields(value))
      .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.map(String).join(', ') : textOf(value)}`)
      .join('\n'),
    rows: rows ?? null,
    cost: numberOf(costs['query_cost'] ?? costs['prefix_cost'] ?? costs['sort_cost'] ?? fields['cost']) ?? null,
    actualRows: actual === undefined ? null : Math.round(actual * loops),
    actualMs: numberOf(fields['r_total_time_ms']) ?? null,
    steps: stepsIn(fields),
  }
}

const hidden = new Set([
  'table_name',
  'key',
  'access_type',
  'rows',
  'rows_examined_per_scan',
  'cost',
  'r_rows',
  'r_loops',
])

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
/** Costs are texts in MySQL. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
