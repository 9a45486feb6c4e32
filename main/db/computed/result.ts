import { typeFor } from '@common/columns/new-types'
import type { UiType } from '@common/columns/ui-types'
import type { FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import type { RollupFunction } from '@common/model/relations'

const uiTypes: Readonly<Record<FormulaType, UiType>> = {
  number: typeFor.decimal,
  text: typeFor.text,
  boolean: typeFor.flag,
  date: typeFor.day,
  dateTime: typeFor.moment,
}

/** Returns the column type that shows the result of a formula. */
export const uiTypeOf = (type: FormulaType): UiType => uiTypes[type]

/** Returns the type of a rollup; undefined if the function doesn't apply to such values. */
export function rollupType(name: RollupFunction, of: FormulaType): FormulaType | undefined {
  switch (name) {
    case 'count':
    case 'countDistinct':
      return 'number'
    case 'min':
    case 'max':
      return of
    default:
      return of === 'number' || of === 'boolean' ? 'number' : undefined
  }
}

/** Returns a column that describes a computed value. */
export function resultColumn(uiType: UiType, nativeType: string, options: Column['options']): Column {
  return {
    name: '',
    title: '',
    uiType,
    nativeType,
    required: false,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    defaultValue: null,
    generated: true,
    primaryValue: false,
    options,
  }
}
