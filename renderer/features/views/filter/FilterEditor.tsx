import type { Table } from '@common/model'
import type { FilterReader, ViewFilterGroup } from '@common/views'
import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { useRef, useState } from 'react'
import { countLines, draftOf, filterOf, firstCondition, withGroup, withLine, type DraftGroup } from './draft'
import { FilterLines } from './FilterLines'
import styles from './filter.module.css'
import { useFocusAdded } from '../use-focus-added'
import { sameText } from './use-draft'
import type { ValueSources } from '../values/types'

/** The same for all filters without conditions. */
const textOf = (group: ViewFilterGroup): string => (group.filters.length === 0 ? '' : sameText(group))

export interface FilterEditorProps {
  readonly table: Table
  readonly reader: FilterReader
  readonly sources: ValueSources
  readonly group: ViewFilterGroup
  readonly onChange: (group: ViewFilterGroup) => void
}

/** Edits a filter inside a page. Reports each change at once; another value of `group` replaces the draft. */
export function FilterEditor({ table, reader, sources, group, onChange }: FilterEditorProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const text = textOf(group)
  const [draft, setDraft] = useState(() => draftOf(group))
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    setDraft(draftOf(group))
  }
  const focusAdded = useFocusAdded(list, styles.condition, countLines(draft))
  const edit = (change: (before: DraftGroup) => DraftGroup): void => {
    const next = change(draft)
    const filter = filterOf(next)
    setDraft(next)
    setKnown(textOf(filter))
    onChange(filter)
  }
  const add = (change: typeof withLine): void => {
    const condition = firstCondition(table)
    if (condition === undefined) return
    focusAdded()
    edit((before) => change(before, condition))
  }
  return (
    <div ref={list} className={styles.editor}>
      {countLines(draft) > 0 && (
        <FilterLines table={table} reader={reader} sources={sources} group={draft} depth={0} edit={edit} />
      )}
      <div className={styles.adds}>
        <Button kind="quiet" icon="plus" onClick={() => add(withLine)}>
          {t('filters.add')}
        </Button>
        <Button kind="quiet" icon="group" onClick={() => add(withGroup)}>
          {t('filters.addGroup')}
        </Button>
      </div>
    </div>
  )
}
