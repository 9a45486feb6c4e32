import { usePageCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, TabMiddle } from '@renderer/ui'
import { useMemo } from 'react'
import { quotedName, type KnownTable } from './editor/completions'
import { keywordsOf, type SqlLanguageFacts } from './editor/languages'
import { newQueryCommand } from './commands'
import styles from './sql.module.css'

export interface FirstQueryProps {
  readonly tables: readonly KnownTable[]
  readonly language: SqlLanguageFacts
  readonly onOpen: (text: string) => void
}

/** Invites to a first query, with examples over the tables of the project. */
export function FirstQuery({ tables, language, onOpen }: FirstQueryProps) {
  const { t } = useTranslation()
  const examples = useMemo(() => examplesOf(tables, language), [tables, language])
  usePageCommand(newQueryCommand, () => onOpen(''))
  return (
    <TabMiddle>
      <div className={styles.first}>
        <EmptyState
          headingLevel={2}
          title={t('sql.first.title')}
          text={t('sql.first.text')}
          action={
            <Button kind="main" size="md" icon="plus" onClick={() => onOpen('')}>
              {t('sql.sheet.new')}
            </Button>
          }
        />
        {examples.length > 0 && (
          <ul className={styles.examples} aria-label={t('sql.first.examples')}>
            {examples.map(({ kind, table, sql }) => (
              <li key={kind}>
                <button type="button" className={styles.example} onClick={() => onOpen(sql)}>
                  <span>{t(`sql.first.${kind}`, { table })}</span>
                  <code dir="ltr">{sql.replaceAll('\n', ' ')}</code>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </TabMiddle>
  )
}

interface Example {
  readonly kind: 'records' | 'groups' | 'join'
  readonly table: string
  readonly sql: string
}

/** Returns up to three queries over the first tables that suit them. */
function examplesOf(tables: readonly KnownTable[], language: SqlLanguageFacts): readonly Example[] {
  const reserved = new Set(keywordsOf(language))
  const name = (label: string): string => quotedName(label, language, reserved).apply ?? label
  const real = tables.filter(({ type }) => type === 'table')
  const [first] = real
  if (first === undefined) return []
  const found: Example[] = [{ kind: 'records', table: first.name, sql: `select *\nfrom ${name(first.name)};` }]
  const child = real.find(({ columns }) =>
    columns.some(({ refersTo }) => real.some((table) => table.name === refersTo)),
  )
  const reference = child?.columns.find(({ refersTo }) => real.some((table) => table.name === refersTo))
  const parent = real.find((table) => table.name === reference?.refersTo)
  const key = parent?.columns.find(({ isKey }) => isKey)
  if (!child || !reference || !parent || !key) return found
  const column = name(reference.name)
  return [
    ...found,
    {
      kind: 'groups',
      table: child.name,
      sql: `select ${column}, count(*) as total\nfrom ${name(child.name)}\ngroup by ${column}\norder by total desc;`,
    },
    {
      kind: 'join',
      table: parent.name,
      sql: `select *\nfrom ${name(child.name)} c\njoin ${name(parent.name)} p on p.${name(key.name)} = c.${column};`,
    },
  ]
}
