import { backendTypes, type BackendType } from '@common/generated-backend/model'
import type { TableSummary } from '@common/model'
import { nameKey } from '@common/wire/names'
import { files, sentenceOf } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { loader, toast } from '@renderer/stores'
import { Button, Checkbox, saveFile, SearchField, Section, Segments, TabBar, TabPage } from '@renderer/ui'
import { useState } from 'react'
import styles from './backend.module.css'

export interface BackendTabProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
}

/** Generates a REST server from the tables of a project (S1 §7), with a choice of its type and of the tables. */
export function BackendTab({ projectId, tables }: BackendTabProps) {
  const { t } = useTranslation()
  const [type, setType] = useState<BackendType>('mvc')
  /** Names of tables that the user excluded. */
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [running, setRunning] = useState(false)
  const chosen = tables.filter(({ name }) => !leftOut.has(name))

  const generate = async (): Promise<void> => {
    const isWhole = chosen.length === tables.length
    setRunning(true)
    loader.show(sentence('backend.running'))
    try {
      const { file, name } = await files.backend(projectId, {
        type,
        ...(!isWhole && { tables: chosen.map((table) => table.name) }),
      })
      saveFile(file, name)
      toast.success(sentence('backend.done'))
    } catch (error) {
      toast.error(sentence('backend.failed'), { detail: sentenceOf(error) })
    } finally {
      loader.hide()
      setRunning(false)
    }
  }

  return (
    <TabPage label={t('tabs.kinds.backend')}>
      <TabBar
        end={
          <Button
            kind="main"
            icon="download"
            loading={running}
            disabledReason={
              tables.length === 0 ? t('backend.noTables') : chosen.length === 0 ? t('backend.noneChosen') : undefined
            }
            onClick={() => void generate()}
          >
            {t('backend.generate')}
          </Button>
        }
      >
        <h2 className={styles.title}>{t('backend.title')}</h2>
      </TabBar>
      <div className={styles.content}>
        <div className={styles.sections}>
          <p className={styles.text}>{t('backend.text')}</p>
          <Section title={t('backend.types.title')} text={t(`backend.typeTexts.${type}`)}>
            <Segments
              size="md"
              label={t('backend.types.title')}
              value={type}
              options={backendTypes.map((value) => ({ value, label: t(`backend.types.${value}`) }))}
              onChange={setType}
            />
          </Section>
          <TableChoice tables={tables} leftOut={leftOut} onChange={setLeftOut} />
        </div>
      </div>
    </TabPage>
  )
}

interface TableChoiceProps {
  readonly tables: readonly TableSummary[]
  readonly leftOut: ReadonlySet<string>
  readonly onChange: (leftOut: ReadonlySet<string>) => void
}

function TableChoice({ tables, leftOut, onChange }: TableChoiceProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const wanted = nameKey(filter.trim())
  const shown = tables.filter(({ name, title }) => nameKey(name).includes(wanted) || nameKey(title).includes(wanted))
  const shownOut = shown.filter(({ name }) => leftOut.has(name)).length
  const choose = (names: readonly string[], isChosen: boolean): void => {
    const next = new Set(leftOut)
    for (const name of names) {
      if (isChosen) next.delete(name)
      else next.add(name)
    }
    onChange(next)
  }

  return (
    <Section
      title={t('backend.tables.title')}
      text={t('backend.tables.text')}
      actions={<SearchField size="sm" label={t('backend.tables.find')} value={filter} onChange={setFilter} />}
    >
      {shown.length === 0 ? (
        <p className={styles.text}>{tables.length === 0 ? t('backend.noTables') : t('backend.tables.noMatch')}</p>
      ) : (
        <div className={styles.tables}>
          <div className={styles.all}>
            <Checkbox
              checked={shownOut === 0}
              indeterminate={shownOut > 0 && shownOut < shown.length}
              onChange={(isChosen) =>
                choose(
                  shown.map(({ name }) => name),
                  isChosen,
                )
              }
            >
              {t('backend.tables.all', { count: shown.length })}
            </Checkbox>
          </div>
          {shown.map(({ name, title }) => (
            <div key={name} className={styles.table}>
              <Checkbox checked={!leftOut.has(name)} onChange={(isChosen) => choose([name], isChosen)}>
                <bdi translate="no">{title}</bdi>
              </Checkbox>
            </div>
          ))}
        </div>
      )}
    </Section>
  )
}
