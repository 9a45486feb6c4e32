import { defaultDbAlias } from '@common/constants'
import type { SqlSyntax } from '@common/dialects'
import { queryParameterTypes, type QueryParameter, type QueryParameterType } from '@common/model/query-table'
import { parameterNames } from '@common/sql'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { tabs } from '@renderer/features/tabs'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, FieldPair, Fields, Select, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'

interface Given {
  readonly projectId: string
  readonly syntax: SqlSyntax
  readonly onClose: () => void
}

export interface NewQueryTableDialogProps extends Given {
  readonly title: string
  readonly sql: string
}

/** Adds a query to the tree as a read-only table, and opens it. */
export function NewQueryTableDialog({ title, sql, ...given }: NewQueryTableDialogProps) {
  const { projectId, onClose } = given
  return (
    <QueryTableForm
      {...given}
      title={title}
      sql={sql}
      parameters={[]}
      save={async (query) => {
        const made = await client.call('queryTableCreate', query, { projectId })
        onClose()
        toast.success(sentence('queryTables.made', { name: made.title }))
        tabs.open({ type: 'view', name: made.name, title: made.title, dbAlias: defaultDbAlias })
      }}
    />
  )
}

export interface EditQueryTableDialogProps extends Given {
  readonly table: string
}

/** Changes the query and the parameters of a query table. */
export function EditQueryTableDialog({ table, ...given }: EditQueryTableDialogProps) {
  const { t } = useTranslation()
  const { projectId, onClose } = given
  const { data, error, refetch, isFetching } = useOperation(
    'queryTableRead',
    { table },
    { projectId, silent: true, refetchOnMount: 'always' },
  )
  if (error !== null && data === undefined)
    return (
      <Dialog
        opened
        title={t('queryTables.editTitle', { name: table })}
        action={t('queryTables.again')}
        loading={isFetching}
        error={messageOf(error)}
        onSubmit={() => void refetch()}
        onClose={onClose}
      >
        {null}
      </Dialog>
    )
  if (data === undefined) return null
  return (
    <QueryTableForm
      {...given}
      title={undefined}
      name={table}
      sql={data.sql}
      parameters={data.parameters}
      save={async ({ sql, parameters }) => {
        await client.call('queryTableUpdate', { table, sql, parameters }, { projectId })
        onClose()
        toast.success(sentence('queryTables.changed', { name: table }))
      }}
    />
  )
}

interface FormProps extends Given {
  /** The first title; undefined if the table has one. */
  readonly title: string | undefined
  readonly name?: string
  readonly sql: string
  readonly parameters: readonly QueryParameter[]
  readonly save: (query: {
    readonly title: string
    readonly sql: string
    readonly parameters: QueryParameter[]
  }) => Promise<void>
}

/** A parameter as the form has it; an empty default is none. */
interface Entered {
  readonly type: QueryParameterType
  readonly value: string
}

function QueryTableForm({ syntax, onClose, save, name = '', ...given }: FormProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(given.title ?? '')
  const [sql, setSql] = useState(given.sql)
  const [entered, setEntered] = useState<Readonly<Record<string, Entered>>>(() =>
    Object.fromEntries(
      given.parameters.map((each) => [each.name, { type: each.type, value: String(each.default ?? '') }]),
    ),
  )
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const names = parameterNames(sql, syntax)
  const of = (parameter: string): Entered => entered[parameter] ?? { type: 'text', value: '' }
  const change = (parameter: string, to: Partial<Entered>): void =>
    setEntered({ ...entered, [parameter]: { ...of(parameter), ...to } })
  const isNew = given.title !== undefined
  const missing =
    isNew && title.trim() === ''
      ? t('queryTables.nameMissing')
      : sql.trim() === ''
        ? t('queryTables.queryMissing')
        : undefined
  const submit = (): void => {
    setWorking(true)
    setError(undefined)
    const parameters = names.map((parameter): QueryParameter => {
      const { type, value } = of(parameter)
      return { name: parameter, type, ...(value.trim() !== '' && { default: value }) }
    })
    save({ title: title.trim(), sql, parameters }).catch((reason: unknown) => {
      setError(reason)
      setWorking(false)
    })
  }
  return (
    <Dialog
      opened
      width={880}
      title={isNew ? t('queryTables.title') : t('queryTables.editTitle', { name })}
      text={t('queryTables.text')}
      action={t(isNew ? 'queryTables.action' : 'queryTables.save')}
      loading={working}
      error={error}
      disabledReason={missing}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields>
        {isNew && (
          <TextField label={t('queryTables.name')} value={title} onChange={setTitle} maxLength={60} data-autofocus />
        )}
        <TextArea label={t('queryTables.query')} mono rows={8} value={sql} onChange={setSql} />
        {names.map((parameter) => (
          <FieldPair key={parameter}>
            <Select
              label={t('queryTables.type', { name: parameter })}
              value={of(parameter).type}
              options={queryParameterTypes.map((type) => ({ value: type, label: t(`queryTables.types.${type}`) }))}
              onChange={(type) => change(parameter, { type })}
            />
            <TextField
              label={t('queryTables.default', { name: parameter })}
              placeholder={t('queryTables.noDefault')}
              value={of(parameter).value}
              onChange={(value) => change(parameter, { value })}
            />
          </FieldPair>
        ))}
      </Fields>
    </Dialog>
  )
}
