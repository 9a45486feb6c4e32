import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnOptions } from '@common/model'

/** Returns a column of a type, as metadata describes it. */
export function columnOf(uiType: UiType, options: ColumnOptions = {}, rest: Partial<Column> = {}): Column {
  return {
    name: 'value',
    title: 'Value',
    uiType,
    nativeType: '',
    required: false,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    defaultValue: null,
    generated: false,
    primaryValue: false,
    options,
    ...rest,
  }
}

/** Locales that differ in everything: digits, grouping, signs, words, order and direction. */
export const locales = [
  'en',
  'en-US',
  'en-GB',
  'en-IN',
  'de',
  'de-CH',
  'fr',
  'it_IT',
  'es',
  'sv',
  'ru',
  'tr',
  'hi',
  'ar-EG',
  'fa',
  'he',
  'ja',
  'ko',
  'zh_CN',
  'th',
  'vi',
  'lt',
  'hu',
]
