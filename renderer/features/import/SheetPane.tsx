import { importDelimiters, importEncodings, importLocales, type ImportOptions } from '@common/import/options'
import type { Table, TableSummary } from '@common/model'
import type { WireImportPreview } from '@common/operations/imports'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Icon, PickField, ProgressLine, Segments, Select, Skeleton, Switch, TextField } from '@renderer/ui'
import { useState } from 'react'
import { fillableColumns, type SheetPlan } from './plan'
import { PreviewGrid } from './PreviewGrid'
import { useTargets } from './use-problems'
import type { Wizard } from './use-wizard'
import type { WizardItem } from './wizard-items'
import styles from './wizard.module.css'

export interface SheetPaneProps {
  readonly projectId: string
  readonly item: WizardItem
  readonly tables: readonly TableSummary[]
  readonly mayMakeTables: boolean
  readonly wizard: Wizard
}

/** One sheet: its target, its options and its first rows. */
export function SheetPane(props: SheetPaneProps) {
  const { projectId, item, wizard } = props
  const { t } = useTranslation()
  const { plan, preview, isReading, sent = 100 } = item
  const { target } = plan
  const targets = useTargets(projectId, [item])
  const table = target.kind === 'table' ? targets.get(target.name) : undefined
  if (!preview && item.problem !== undefined) return null
  return (
    <>
      <TargetLine {...props} table={table} />
      {preview ? (
        <>
          <OptionsLine item={item} onChange={(options) => wizard.setOptions(item.key, options)} />
          <Warnings item={item} />
          <PreviewGrid
            preview={preview}
            plan={plan}
            table={table}
            isReading={isReading}
            onColumns={(columns) => wizard.setPlan(item.key, { columns })}
          />
        </>
      ) : sent < 100 ? (
        <div className={styles.arriving}>
          <ProgressLine
            label={t('imports.uploading', { file: item.file })}
            detail={t('imports.uploadingDetail', { file: item.file, percent: formatNumber(Math.floor(sent)) })}
            percent={Math.floor(sent)}
          />
        </div>
      ) : (
        <div className={styles.arriving}>
          <Skeleton height={240} />
        </div>
      )}
    </>
  )
}

/** Chooses a new or existing table, and the columns that identify existing records. */
function TargetLine({
  item,
  tables,
  mayMakeTables,
  wizard,
  table,
}: SheetPaneProps & { readonly table: Table | undefined }) {
  const { t } = useTranslation()
  const { key, plan } = item
  const { target } = plan
  const existing = tables.filter(({ type }) => type === 'table')
  return (
    <div className={styles.target}>
      {mayMakeTables && existing.length > 0 && (
        <Segments
          size="md"
          label={t('imports.target.label')}
          value={target.kind}
          onChange={(kind) =>
            wizard.setTarget(key, kind === 'new' ? { kind, title: titleOf(item) } : { kind, name: '' })
          }
          options={[
            { value: 'new', label: t('imports.target.new') },
            { value: 'table', label: t('imports.target.table') },
          ]}
        />
      )}
      {target.kind === 'new' ? (
        <TextField
          className={styles.targetField}
          label={t('imports.target.title')}
          value={target.title}
          onChange={(title) => wizard.setTarget(key, { kind: 'new', title })}
          data-autofocus
        />
      ) : (
        <Select
          className={styles.targetField}
          searchable
          label={t('imports.target.into')}
          placeholder={t('imports.target.choose')}
          value={target.name === '' ? null : target.name}
          options={existing.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(name) => wizard.setTarget(key, { kind: 'table', name })}
        />
      )}
      {table && <KeyChoice table={table} plan={plan} onChange={(part) => wizard.setPlan(key, part)} />}
    </div>
  )
}

const titleOf = ({ name, file }: WizardItem): string => (name === '' ? file.replace(/\.[^.]+$/, '') : name)

interface KeyChoiceProps {
  readonly table: Table
  readonly plan: SheetPlan
  readonly onChange: (part: Pick<SheetPlan, 'key'> | Pick<SheetPlan, 'onMatch'>) => void
}

/** Chooses the columns that identify existing records, and the action for them. */
function KeyChoice({ table, plan, onChange }: KeyChoiceProps) {
  const { t } = useTranslation()
  const filled = new Set(plan.columns.flatMap(({ goal }) => (goal.kind === 'column' ? goal.name : [])))
  const columns = fillableColumns(table).filter(({ name }) => filled.has(name))
  const names = columns.filter(({ name }) => plan.key.includes(name)).map(({ title }) => title)
  return (
    <div className={styles.key}>
      <div className={styles.keyField}>
        <span className={styles.keyLabel} aria-hidden="true">
          {t('imports.key.label')}
        </span>
        <PickField
          aria-label={t('imports.key.label')}
          placeholder={t('imports.key.none')}
          values={plan.key}
          onChange={(key) => onChange({ key })}
          options={columns.map(({ name, title }) => ({ value: name, label: title }))}
          emptyText={t('imports.key.noColumn')}
        />
      </div>
      {plan.key.length > 0 && (
        <Select
          label={t('imports.key.onMatch')}
          value={plan.onMatch}
          onChange={(onMatch) => onChange({ onMatch })}
          options={[
            { value: 'update', label: t('imports.key.update') },
            { value: 'skip', label: t('imports.key.skip') },
          ]}
        />
      )}
      <p className={styles.keyHint}>
        {plan.key.length === 0
          ? t('imports.key.noneHint')
          : t(plan.onMatch === 'update' ? 'imports.key.updateHint' : 'imports.key.skipHint', {
              columns: names,
              table: table.title,
            })}
      </p>
    </div>
  )
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** Options for parsing the file: shows the detected ones, which the user can change. */
function OptionsLine({
  item,
  onChange,
}: {
  readonly item: WizardItem
  readonly onChange: (options: ImportOptions) => void
}) {
  const { t } = useTranslation()
  const { preview, options } = item
  if (!preview) return null
  return (
    <div className={styles.options} role="group" aria-label={t('imports.options.label')}>
      {preview.encoding !== null && (
        <Select
          size="sm"
          label={t('imports.options.encoding')}
          value={preview.encoding}
          options={importEncodings.map((encoding) => ({
            value: encoding,
            label: t(`imports.options.encodings.${encoding}`),
          }))}
          onChange={(encoding) => onChange({ ...options, encoding })}
        />
      )}
      {preview.delimiter !== null && (
        <Select
          size="sm"
          label={t('imports.options.delimiter')}
          value={preview.delimiter}
          options={importDelimiters.map((delimiter) => ({
            value: delimiter,
            label: t(`imports.options.delimiters.${delimiterNames[delimiter]}`),
          }))}
          onChange={(delimiter) => onChange({ ...options, delimiter })}
        />
      )}
      <Select
        size="sm"
        className={styles.locale}
        label={t('imports.options.locale')}
        value={preview.locale}
        options={importLocales.map((locale) => ({ value: locale, label: t(`imports.options.locales.${locale}`) }))}
        onChange={(locale) => onChange({ ...options, locale })}
      />
      <span className={styles.header}>
        <Switch checked={preview.header} onChange={(header) => onChange({ ...options, header })}>
          {t('imports.options.header')}
        </Switch>
      </span>
      <FirstLine preview={preview} onChange={(skip) => onChange({ ...options, header: preview.header, skip })} />
    </div>
  )
}

/** The server's limit of skipped lines. */
const skipMax = 1_000

/** Header row, or number of rows to skip above the first record. */
function FirstLine({
  preview: { header, skip },
  onChange,
}: {
  readonly preview: WireImportPreview
  readonly onChange: (skip: number) => void
}) {
  const { t } = useTranslation()
  const shown = String(header ? skip + 1 : skip)
  const [typed, setTyped] = useState<string>()
  const take = (): void => {
    const number = Number.parseInt(typed ?? '', 10) - (header ? 1 : 0)
    setTyped(undefined)
    if (Number.isFinite(number) && number !== skip) onChange(Math.min(skipMax, Math.max(0, number)))
  }
  return (
    <TextField
      size="sm"
      type="number"
      className={styles.firstLine}
      label={t(header ? 'imports.options.headerRow' : 'imports.options.skipRows')}
      min={header ? 1 : 0}
      max={header ? skipMax + 1 : skipMax}
      value={typed ?? shown}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // The first Enter commits the field, the next one imports.
        event.preventDefault()
        take()
      }}
    />
  )
}

/** Shows the warnings about the file. */
function Warnings({ item }: { readonly item: WizardItem }) {
  const { t } = useTranslation()
  const warnings = item.preview?.warnings ?? []
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label={t('imports.warnings.label')}>
      {warnings.map(({ code, params }) => (
        <li key={code}>
          <Icon name="warning" size={14} />
          <span>{t(`imports.warnings.${code}`, { count: 0, ...params })}</span>
        </li>
      ))}
    </ul>
  )
}
