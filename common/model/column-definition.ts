/** Definitions of columns: what people say of a column that they make or change. */
import { defaultFromText, defaultToText } from '@common/columns/values/default-text'
import { hasRole, takesOptions } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { isSameType, type UiType } from '@common/columns/ui-types'
import { AppError } from '@common/errors'
import { type Column, type ColumnChange, type ColumnDefinition } from '.'
import { optionColors } from './column-options'
import type { ColumnOptions, ColumnValidation, SelectOption } from './column-options'

/** A column as operations take it. Absent keys keep their value, or get the default of the type. */
export interface ColumnInput {
  readonly name: string
  readonly title?: string | undefined
  readonly type?: UiType | undefined
  /** Type as the database declares it. The server guesses the type of a new column from it. */
  readonly nativeType?: string | undefined
  readonly required?: boolean | undefined
  readonly unique?: boolean | undefined
  readonly key?: boolean | undefined
  /** SQL text: `'open'`, `0`, `CURRENT_TIMESTAMP`. Null removes the default. */
  readonly default?: string | null | undefined
  /** Choices of the type, without the checks. */
  readonly options?: Omit<ColumnOptions, 'validate'> | undefined
  /** Checks of the values. Null removes them. */
  readonly validate?: ColumnValidation | null | undefined
}

/** Returns the definition of an existing column. */
export function definitionOf(column: Column): ColumnDefinition {
  const { name, title, uiType, required, unique, defaultValue, primaryKey, options } = column
  return { name, title, uiType, required, unique, defaultValue, primaryKey, options }
}

/** Returns a definition as operations take it. */
export function columnInput(definition: ColumnDefinition): ColumnInput {
  const { name, title, uiType, required, unique, primaryKey, defaultValue, options } = definition
  const { validate, ...choices } = options
  return {
    name,
    title,
    type: uiType,
    required,
    unique,
    key: primaryKey,
    default: defaultToText(defaultValue, uiType),
    options: choices,
    ...(validate && { validate }),
  }
}

/**
 * Returns the definition that an input asks for.
 *
 * @param guess  returns the type of a column that only has a native type
 * @param current  the column to change; it keeps what the input doesn't mention
 * @throws AppError COLUMN_TYPE_INVALID for a new column without a type
 */
export function definitionFrom(
  input: ColumnInput,
  guess: (nativeType: string) => UiType,
  current?: Column,
): ColumnDefinition {
  const name = input.name.trim()
  const uiType = typeOf(input, guess, current)
  const before = current === undefined ? {} : isSameType(current, { uiType }) ? current.options : descriptionOf(current)
  return {
    name,
    title: input.title?.trim() || (current !== undefined && current.name === name ? current.title : name),
    uiType,
    required: input.required ?? current?.required ?? false,
    unique: input.unique ?? current?.unique ?? false,
    defaultValue:
      input.default === undefined
        ? (current?.defaultValue ?? null)
        : defaultFromText(input.default, current?.defaultValue ?? null),
    primaryKey:
      input.key === undefined
        ? (current?.primaryKey ?? hasRole({ uiType }, 'key'))
        : input.key || hasRole({ uiType }, 'key'),
    options: withValidation(input.options ?? before, validationFrom(input.validate, current?.options.validate)),
  }
}

function typeOf(
  { name, type, nativeType }: ColumnInput,
  guess: (nativeType: string) => UiType,
  current: Column | undefined,
): UiType {
  if (type !== undefined) return type
  if (current !== undefined) return current.uiType
  if (nativeType) return guess(nativeType)
  throw new AppError('COLUMN_TYPE_INVALID', { column: name })
}

/** Returns the description, which a column keeps when its type changes. */
function descriptionOf({ options: { description } }: Column): ColumnOptions {
  return description === undefined ? {} : { description }
}

/** Returns the checks of an input; the current ones if the input doesn't mention them. */
export function validationFrom(
  validate: ColumnValidation | null | undefined,
  current?: ColumnValidation,
): ColumnValidation | undefined {
  if (validate === undefined) return current
  return validate === null || validate.func.length === 0 ? undefined : validate
}

export function withValidation(options: ColumnOptions, validate: ColumnValidation | undefined): ColumnOptions {
  const { validate: before, ...choices } = options
  if (before === validate) return options
  return validate === undefined ? choices : { ...choices, validate }
}

/** Returns the default colour of the n-th select option. */
export function colorAt(at: number): SelectOption['color'] {
  return optionColors[at % optionColors.length] ?? 'grey'
}

/** Returns the change from a column to a definition; an empty list if they are equal. */
export function changeOf(column: Column, to: ColumnDefinition, emptyLost = false): ColumnChange[] {
  if (JSON.stringify(definitionOf(column)) === JSON.stringify(to)) return []
  const refit = !isSameType(column, to) || isNarrower(column, to)
  return [
    {
      kind: 'change',
      name: column.name,
      column: to,
      ...(refit ? { from: column.uiType, ...(emptyLost ? { emptyLost: true } : {}) } : {}),
    },
  ]
}

/** True if the new definition may not allow every current value. */
function isNarrower(column: Column, to: ColumnDefinition): boolean {
  if (columnType(to.uiType).settings.includes('max')) return (to.options.max ?? 0) < (column.options.max ?? 0)
  if (!takesOptions(to)) return false
  const before = column.options.options ?? []
  const after = new Set((to.options.options ?? []).map(({ title }) => title))
  // A select without options allows any text.
  return after.size > 0 && (before.length === 0 || before.some(({ title }) => !after.has(title)))
}
