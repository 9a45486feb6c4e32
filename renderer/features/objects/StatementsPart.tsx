import type { Table } from '@common/model'
import { messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ErrorBanner, Section, Skeleton } from '@renderer/ui'
import { SqlText } from './SqlText'

const kinds = ['select', 'insert', 'update', 'delete', 'create'] as const

export interface StatementsPartProps {
  readonly projectId: string
  readonly table: Table
}

/** Statements over a table to copy, with placeholders for values. */
export function StatementsPart({ projectId, table }: StatementsPartProps) {
  const { t } = useTranslation()
  const read = useOperation('tableStatements', { table: table.name }, { projectId, silent: true })
  const statements = read.data
  return (
    <Section title={t('objects.parts.statements')} text={t('objects.statements.text')}>
      {read.error !== null ? (
        <ErrorBanner title={messageOf(read.error)} />
      ) : statements === undefined ? (
        <Skeleton height={120} />
      ) : (
        kinds.map((kind) => {
          const text = statements[kind]
          return text === undefined ? null : <SqlText key={kind} label={kind.toUpperCase()} text={text} />
        })
      )}
    </Section>
  )
}
