import type { ColumnRole } from './facets'
import { columnType } from './registry'
import type { UiType } from './ui-types'

/** The part of a column with its type. */
type Typed = { readonly uiType: UiType }

export const hasRole = ({ uiType }: Typed, ...roles: readonly ColumnRole[]): boolean =>
  roles.includes(columnType(uiType).role)

/** True for yes or no. Databases without booleans store 1 and 0. */
export const isFlagType = (uiType: UiType | undefined): boolean =>
  uiType !== undefined && columnType(uiType).content === 'flag'

/** True for one or several options of the column. */
export const takesOptions = ({ uiType }: Typed): boolean => columnType(uiType).choices !== 'none'

/** True if a value names one option of the column. */
export const isChoice = ({ uiType }: Typed): boolean => columnType(uiType).choices === 'one'

/** True if a value can name several options of the column. */
export const isManyChoices = ({ uiType }: Typed): boolean => columnType(uiType).choices === 'many'

/** True if a value lists files. */
export const holdsFiles = ({ uiType }: Typed): boolean => columnType(uiType).content === 'files'

/** True if a value is JSON. */
export const holdsJson = ({ uiType }: Typed): boolean => columnType(uiType).content === 'json'

/** True if a value is the address of a team member. */
export const holdsPeople = ({ uiType }: Typed): boolean => columnType(uiType).content === 'person'

/** True for short text without a form of its own, as names are. */
export const isPlainText = ({ uiType }: Typed): boolean => {
  const { quick, storage } = columnType(uiType)
  return quick === 'text' && storage === 'text'
}

/** True for whole numbers without a unit. */
export const isPlainWhole = ({ uiType }: Typed): boolean => columnType(uiType).quick === 'whole'

/** True for decimal numbers without a unit. */
export const isPlainDecimal = ({ uiType }: Typed): boolean => columnType(uiType).quick === 'decimal'

/** True for a column of linked records, which stores nothing itself. */
export const isLinkType = (column: Typed): boolean => hasRole(column, 'link')

/** True if the database numbers the rows in the column. */
export const isCountedType = ({ uiType }: Typed): boolean => columnType(uiType).storage === 'autoIncrement'

/**
 * True if the column has its own native type, which a change of its UI type doesn't affect. References use the key's
 * type, and `SpecificDBType` the one that the database declares.
 */
export const hasOwnNativeType = (column: Typed): boolean => hasRole(column, 'reference', 'native')
