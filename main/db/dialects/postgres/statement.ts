import type { Client, QueryArrayConfig } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import type { QueryResult } from '@main/db/database'
import type { Step } from '@main/db/statement'
import { beginReadOnly, endReadOnly, refuseWriting } from './read-only'
import { readDecimals, typesFor, valueTypes } from './values'

/** Result of a statement. */
export interface Result {
  readonly rows: StoredValue[][]
  readonly changes: number
  readonly names?: readonly string[]
}

export interface RunOptions extends Pick<Step, 'asStored'> {
  readonly isOne?: true
  /** Name of the prepared statement. */
  readonly name?: string | undefined
}

export async function run(
  client: Client,
  sql: string,
  params: readonly StoredValue[],
  step: RunOptions = {},
): Promise<Result> {
  const types = typesFor(step)
  const query: QueryArrayConfig & { readonly queryMode?: 'extended' } = {
    text: sql,
    values: params.map(bindable),
    rowMode: 'array',
    types,
    // Takes one statement only, also without values.
    ...(step.isOne === true && { queryMode: 'extended' }),
    ...(step.name !== undefined && { name: step.name }),
  }
  const result = await client.query<StoredValue[]>(query)
  const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)
  const { rows, rowCount, fields } = result
  if (types !== valueTypes) readDecimals(rows, fields, step.asStored?.columns ?? [])
  // Evaluated lazily.
  return {
    rows,
    changes: changed ? (rowCount ?? 0) : 0,
    get names() {
      return fields.map(({ name }) => name)
    },
  }
}

/** The driver accepts binary data only as a Buffer, and no bigint. */
function bindable(value: StoredValue): string | number | boolean | Buffer | null {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

/** The extended protocol takes one statement only, and a cursor takes only one that reads. */
export async function queryReadOnly(client: Client, sql: string, rowsMax: number): Promise<QueryResult> {
  const one = (text: string): QueryArrayConfig & { readonly queryMode: 'extended' } => ({
    text,
    values: [],
    rowMode: 'array',
    types: valueTypes,
    queryMode: 'extended',
  })
  refuseWriting(sql)
  await beginReadOnly(client)
  try {
    const isCursor = !/^\s*(?:explain|show)\b/i.test(sql)
    if (isCursor) await client.query(one(`DECLARE basalt_query NO SCROLL CURSOR FOR ${sql}`))
    const { rows, fields } = await client.query<StoredValue[]>(
      one(isCursor ? `FETCH ${rowsMax} FROM basalt_query` : sql),
    )
    return { names: fields.map(({ name }) => name), rows }
  } finally {
    await endReadOnly(client)
  }
}
