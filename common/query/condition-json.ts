import type { LinkKind } from '@common/model/relations'
import type { Condition, Filter } from './tree'

/** Names of the link kinds in `conditionGraph` (wire §10). */
const relationTypes: Readonly<Record<LinkKind, string>> = { hasMany: 'hm', belongsTo: 'bt', manyToMany: 'mm' }

/** Serializes a filter for the parameter `conditionGraph`. `conditionFilter` parses it back. */
export function conditionJson(filter: Filter): Readonly<Record<string, unknown>> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { [`_${filter.kind}`]: filter.filters.map(conditionJson) }
    case 'not':
      return { _not: conditionJson(filter.filter) }
    case 'related':
      return {
        [filter.table]: {
          relationType: relationTypes[filter.relation ?? 'hasMany'],
          ...(filter.filter && { _and: [conditionJson(filter.filter)] }),
        },
      }
    case 'condition':
      return ofCondition(filter)
  }
}

/** The parser drops the leading blank, so a column can have the name of a keyword. */
const named = (column: string): string => (['_and', '_or', '_not'].includes(column) ? ` ${column}` : column)

function ofCondition({ column, operator, value }: Condition): Readonly<Record<string, unknown>> {
  const one = (name: string, given: unknown = value): Readonly<Record<string, unknown>> => ({
    [named(column)]: { [name]: given },
  })
  switch (operator) {
    case 'is':
      return one('eq', null)
    case 'isnot':
      return one('neq', null)
    case 'not':
      return one('neq')
    default:
      return one(operator)
  }
}
