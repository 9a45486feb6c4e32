import type { VirtualColumn } from '@common/model/relations'
import type { UiType } from './ui-types'

/**
 * Default types by content: for columns of an existing database, formula results, imported or pasted values, and
 * columns that a feature adds.
 */
export const typeFor = {
  text: 'SingleLineText',
  longText: 'LongText',
  address: 'URL',
  whole: 'Number',
  decimal: 'Decimal',
  money: 'Currency',
  percent: 'Percent',
  duration: 'Duration',
  flag: 'Checkbox',
  choice: 'SingleSelect',
  choices: 'MultiSelect',
  day: 'Date',
  moment: 'DateTime',
  time: 'Time',
  year: 'Year',
  json: 'JSON',
  files: 'Attachment',
  key: 'ID',
  counter: 'AutoNumber',
  reference: 'ForeignKey',
  link: 'LinkToAnotherRecord',
  lookup: 'Lookup',
  formula: 'Formula',
  rollup: 'Rollup',
  count: 'Count',
  /** A database type without an equivalent in Basalt. */
  native: 'SpecificDBType',
} as const satisfies Readonly<Record<string, UiType>>

/** Type of each kind of virtual column, for menus and the column header. */
export const typeOfKind = {
  link: typeFor.link,
  formula: typeFor.formula,
  lookup: typeFor.lookup,
  rollup: typeFor.rollup,
  count: typeFor.count,
} as const satisfies Readonly<Record<VirtualColumn['kind'], UiType>>

/** Kinds of virtual columns that the server computes, in the order of the type picker. */
export const computedKinds = ['formula', 'lookup', 'rollup', 'count'] as const
export type ComputedKind = (typeof computedKinds)[number]

/** Returns the computed kind of a type; undefined for stored types and for links. */
export const computedKindOf = (uiType: UiType): ComputedKind | undefined =>
  computedKinds.find((kind) => typeOfKind[kind] === uiType)
