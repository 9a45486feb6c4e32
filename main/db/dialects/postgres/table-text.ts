import type { Step } from '@main/db/statement'
import { quote } from './literals'
import type { ColumnFacts, TableFacts } from './table-facts'

const step = (sql: string): Step => ({ sql, params: [] })

/** Returns a column as declared. The sequence of a `serial` is dropped with its table, so an identity replaces it. */
export function declaredColumn({ name, type, notNull, defaultText, identity, generated }: ColumnFacts): string {
  const isCounted = identity !== '' || (defaultText ?? '').startsWith("nextval('")
  const value = generated
    ? `GENERATED ALWAYS AS (${defaultText}) STORED`
    : isCounted
      ? `GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`
      : defaultText === null
        ? ''
        : `DEFAULT ${defaultText}`
  return [quote(name), type, notNull ? 'NOT NULL' : '', value].filter(Boolean).join(' ')
}

/** Returns statements that recreate the table without its rows. */
export function makeAgainSteps(table: TableFacts): Step[] {
  const lines = [
    ...table.columns.map(declaredColumn),
    ...table.constraints.map(({ name, definition }) => `CONSTRAINT ${quote(name)} ${definition}`),
  ]
  const parts = table.partitionKey === null ? '' : ` PARTITION BY ${table.partitionKey}`
  return [
    step(`CREATE TABLE ${quote(table.name)} (\n  ${lines.join(',\n  ')}\n)${parts}`),
    ...table.indexes.filter(({ constraint }) => constraint === null).map(({ definition }) => step(definition)),
    ...table.triggers.map(({ definition }) => step(definition)),
  ]
}
