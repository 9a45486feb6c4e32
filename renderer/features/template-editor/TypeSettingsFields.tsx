import { columnType } from '@common/columns/registry'
import { ratingMaxDefault } from '@common/columns/types/rating'
import { dateFormats, durationFormats } from '@common/model'
import { settingsOf, type TypeSettings } from '@common/templates'
import { currencies } from '@common/util/currencies'
import { localeTag, useTranslation } from '@renderer/i18n'
import { Select } from '@renderer/ui'
import { useMemo } from 'react'
import { editor } from './editor-store'
import type { DetailsProps } from './types'

const precisions = Array.from({ length: 11 }, (_, digits) => digits)
const precisionDefault = 2
const highest = Array.from({ length: 10 }, (_, at) => at + 1)
const currencyDefault = 'USD'

/** The settings of a type that fit into the row of a column: currency, decimals, stars, formats. */
export function TypeSettingsFields({ column, named, isReadOnly }: DetailsProps) {
  const { t } = useTranslation()
  const offered = column.uiType === undefined ? [] : columnType(column.uiType).settings
  const settings = settingsOf(column)
  const set = (value: TypeSettings): void => editor.editColumn(column.id, { field: 'settings', value })
  const label = (setting: keyof TypeSettings): string =>
    t('templateEditor.settings.of', { setting: t(`tables.column.${setting}`), name: named })
  return (
    <>
      {offered.includes('currency') && (
        <CurrencySelect
          label={label('currency')}
          value={settings.currency ?? currencyDefault}
          isReadOnly={isReadOnly}
          onChange={(currency) => set({ currency })}
        />
      )}
      {offered.includes('precision') && (
        <Select
          size="sm"
          aria-label={label('precision')}
          value={String(settings.precision ?? precisionDefault)}
          disabled={isReadOnly}
          options={precisions.map((count) => ({
            value: String(count),
            label: t('templateEditor.settings.decimals', { count }),
          }))}
          onChange={(value) => set({ precision: Number(value) })}
        />
      )}
      {offered.includes('max') && (
        <Select
          size="sm"
          aria-label={label('max')}
          value={String(settings.max ?? ratingMaxDefault)}
          disabled={isReadOnly}
          options={highest.map((count) => ({
            value: String(count),
            label: t('templateEditor.settings.stars', { count }),
          }))}
          onChange={(value) => set({ max: Number(value) })}
        />
      )}
      {offered.includes('durationFormat') && (
        <Select
          size="sm"
          aria-label={label('durationFormat')}
          placeholder={t('tables.column.durationFormat')}
          value={settings.durationFormat ?? null}
          disabled={isReadOnly}
          options={durationFormats.map((value) => ({ value, label: value }))}
          onChange={(durationFormat) => set({ durationFormat })}
        />
      )}
      {offered.includes('dateFormat') && (
        <Select
          size="sm"
          aria-label={label('dateFormat')}
          placeholder={t('tables.column.dateFormat')}
          value={settings.dateFormat ?? null}
          disabled={isReadOnly}
          options={dateFormats.map((value) => ({ value, label: t(`templateEditor.settings.dates.${value}`) }))}
          onChange={(dateFormat) => set({ dateFormat })}
        />
      )}
    </>
  )
}

function CurrencySelect({
  label,
  value,
  isReadOnly,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly isReadOnly: boolean
  readonly onChange: (currency: string) => void
}) {
  const locale = localeTag()
  const options = useMemo(() => currencies(locale), [locale])
  return (
    <Select
      size="sm"
      aria-label={label}
      value={value}
      disabled={isReadOnly}
      options={options}
      listWidth={260}
      searchable
      onChange={onChange}
    />
  )
}
