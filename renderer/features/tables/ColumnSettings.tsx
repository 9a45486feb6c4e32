import type { ColumnSetting } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { renamedInAddress } from '@common/columns/values/address-template'
import { formatDay } from '@common/columns/values/date-format'
import { dateFormats, durationFormats, ratingIcons, type Table } from '@common/model'
import { currencies } from '@common/util/currencies'
import { PathIcon, ratingIconPath } from '@renderer/cells'
import { localeTag, readerZone, useTranslation } from '@renderer/i18n'
import { Checkbox, IconButton, Menu, MenuItem, Select, TextField } from '@renderer/ui'
import { useMemo, useState, type ReactNode } from 'react'
import type { ColumnChoices, ColumnDraft } from './column-draft'
import { OptionsEditor } from './OptionsEditor'
import styles from './column-dialog.module.css'

export interface ColumnSettingsProps {
  readonly table: Table
  readonly draft: ColumnDraft
  readonly onChange: (part: Partial<ColumnDraft>) => void
  /** Returns the problem of a field as a sentence. */
  readonly errorOf: (field: 'options' | 'address') => string | undefined
}

const decimals = Array.from({ length: 11 }, (_, digits) => String(digits))
const highest = Array.from({ length: 10 }, (_, at) => String(at + 1))
/** Settings that take the whole width. */
const wide: ReadonlySet<ColumnSetting> = new Set(['options', 'address', 'bar'])

/** The settings of a type. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const { settings } = columnType(props.draft.uiType)
  if (settings.length === 0) return null
  return (
    <div className={styles.settings}>
      {settings.map((setting) => (
        <div key={setting} className={wide.has(setting) ? styles.wide : undefined}>
          {editors[setting](props)}
        </div>
      ))}
    </div>
  )
}

const editors: Readonly<Record<ColumnSetting, (props: ColumnSettingsProps) => ReactNode>> = {
  options: ({ draft, onChange, errorOf }) => (
    <OptionsEditor options={draft.options} onChange={(options) => onChange({ options })} error={errorOf('options')} />
  ),
  currency: (props) => <CurrencyChoice {...props} />,
  precision: (props) => <PrecisionChoice {...props} />,
  max: (props) => <MaxChoice {...props} />,
  icon: (props) => <IconChoice {...props} />,
  bar: (props) => <BarChoice {...props} />,
  durationFormat: (props) => <DurationChoice {...props} />,
  dateFormat: (props) => <DateChoice {...props} />,
  timeFormat: (props) => <TimeChoice {...props} />,
  timeZone: (props) => <ZoneChoice {...props} />,
  label: (props) => <LabelChoice {...props} />,
  address: (props) => <AddressChoice {...props} />,
}

type Choice = ColumnSettingsProps

/** Returns the draft with one setting changed; undefined restores the default. */
function chosen(draft: ColumnDraft, part: ColumnChoices): Partial<ColumnDraft> {
  return { choices: { ...draft.choices, ...part } }
}

/** Returns the draft without the setting, so that the type's default applies. */
function unchosen(draft: ColumnDraft, setting: keyof ColumnChoices): Partial<ColumnDraft> {
  return { choices: Object.fromEntries(Object.entries(draft.choices).filter(([name]) => name !== setting)) }
}

function CurrencyChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  const locale = localeTag()
  const options = useMemo(() => currencies(locale), [locale])
  return (
    <Select
      label={t('tables.column.currency')}
      value={draft.currency}
      options={options}
      onChange={(currency) => onChange({ currency })}
      searchable
    />
  )
}

function PrecisionChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('tables.column.precision')}
      value={String(draft.precision)}
      options={decimals.map((value) => ({ value, label: value }))}
      onChange={(value) => onChange({ precision: Number(value) })}
    />
  )
}

function MaxChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('tables.column.max')}
      value={String(draft.max)}
      options={highest.map((value) => ({ value, label: value }))}
      onChange={(value) => onChange({ max: Number(value) })}
    />
  )
}

function IconChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  const current = draft.choices.icon ?? 'star'
  return (
    <fieldset className={styles.icons}>
      <legend>{t('tables.column.icon')}</legend>
      {ratingIcons.map((icon) => (
        <label key={icon} title={t(`tables.column.icons.${icon}`)}>
          <input
            type="radio"
            name="icon"
            aria-label={t(`tables.column.icons.${icon}`)}
            checked={icon === current}
            onChange={() => onChange(icon === 'star' ? unchosen(draft, 'icon') : chosen(draft, { icon }))}
          />
          <PathIcon path={ratingIconPath(icon)} size={16} filled />
        </label>
      ))}
    </fieldset>
  )
}

function BarChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  return (
    <Checkbox
      checked={draft.choices.bar === true}
      onChange={(bar) => onChange(bar ? chosen(draft, { bar }) : unchosen(draft, 'bar'))}
    >
      {t('tables.column.bar')}
    </Checkbox>
  )
}

const usual = 'usual'

function DurationChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('tables.column.durationFormat')}
      value={draft.choices.durationFormat ?? usual}
      options={[
        { value: usual, label: t('tables.column.shortest') },
        ...durationFormats.map((value) => ({ value, label: value === 'h:mm' ? 'h:mm (1:04)' : 'h:mm:ss (1:03:48)' })),
      ]}
      onChange={(value) =>
        onChange(value === usual ? unchosen(draft, 'durationFormat') : chosen(draft, { durationFormat: value }))
      }
    />
  )
}

function DateChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  const [today] = useState(() => new Date())
  const day = { year: today.getFullYear(), month: today.getMonth() + 1, day: today.getDate() }
  const shown = (format?: (typeof dateFormats)[number]): string => formatDay(day, localeTag(), format)
  return (
    <Select
      label={t('tables.column.dateFormat')}
      value={draft.choices.dateFormat ?? usual}
      options={[
        { value: usual, label: shown() },
        ...dateFormats.map((value) => ({
          value,
          label: t(`tables.column.dateFormats.${value}`, { date: shown(value) }),
        })),
      ]}
      onChange={(value) =>
        onChange(value === usual ? unchosen(draft, 'dateFormat') : chosen(draft, { dateFormat: value }))
      }
    />
  )
}

function TimeChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('tables.column.timeFormat')}
      value={draft.choices.timeFormat ?? '24'}
      options={[
        { value: '24', label: t('tables.column.hours24') },
        { value: '12', label: t('tables.column.hours12') },
      ]}
      onChange={(value) =>
        onChange(value === '24' ? unchosen(draft, 'timeFormat') : chosen(draft, { timeFormat: value }))
      }
    />
  )
}

function ZoneChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  const options = useMemo(
    () => [
      { value: usual, label: t('tables.column.ownZone') },
      ...[...new Set(['UTC', readerZone(), ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        value,
        label: value.replaceAll('_', ' '),
      })),
    ],
    [t],
  )
  return (
    <Select
      label={t('tables.column.timeZone')}
      value={draft.choices.timeZone ?? usual}
      options={options}
      onChange={(value) => onChange(value === usual ? unchosen(draft, 'timeZone') : chosen(draft, { timeZone: value }))}
      searchable
    />
  )
}

function LabelChoice({ draft, onChange }: Choice) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('tables.column.label')}
      placeholder={draft.title.trim()}
      maxLength={100}
      value={draft.choices.label ?? ''}
      onChange={(label) => onChange(chosen(draft, { label }))}
    />
  )
}

/** Users type titles of columns. Names are stored, so that renaming a column changes nothing. */
function AddressChoice({ table, draft, onChange, errorOf }: Choice) {
  const { t } = useTranslation()
  const address = draft.choices.address ?? ''
  const titled = renamedInAddress(address, (name) => table.columns.find((one) => one.name === name)?.title ?? name)
  const write = (text: string): void =>
    onChange(
      chosen(draft, {
        address: renamedInAddress(text, (title) => table.columns.find((one) => one.title === title)?.name ?? title),
      }),
    )
  return (
    <TextField
      label={t('tables.column.address')}
      hint={t('tables.column.addressHint')}
      error={errorOf('address')}
      placeholder={t('tables.column.addressExample')}
      spellCheck={false}
      value={titled}
      onChange={write}
      end={
        <Menu width={220} target={<IconButton icon="plus" size="xs" label={t('tables.column.insertField')} />}>
          {table.columns.map(({ name, title }) => (
            <MenuItem key={name} onClick={() => write(`${titled}{${title}}`)}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      }
    />
  )
}
