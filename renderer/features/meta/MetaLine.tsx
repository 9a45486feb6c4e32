import type { TableDrift } from '@common/model/drift'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Checkbox, Chip, Icon } from '@renderer/ui'
import { useState } from 'react'
import { changeSentence, choiceWords, knownAs, stateColors, stateOf } from './drift-words'
import styles from './meta.module.css'

export interface MetaLineProps {
  readonly drift: TableDrift
  readonly isChosen: boolean
  readonly onChoose: (chosen: boolean) => void
  readonly choices: Readonly<Record<string, boolean>>
  readonly onDecide: (id: string, taken: boolean) => void
  /** Undefined for a missing table. */
  readonly onOpen: (() => void) | undefined
}

/** Differences shown before the user expands the list. */
const shownAtFirst = 3

/** One table: Basalt's metadata, the database's schema, and the differences. */
export function MetaLine({ drift, isChosen, onChoose, choices, onDecide, onOpen }: MetaLineProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const state = stateOf(drift)
  const { changes } = drift
  const shown = isOpen ? changes : changes.slice(0, shownAtFirst)
  return (
    <div className={styles.line} role="row" data-state={state}>
      <div className={styles.tick} role="cell">
        {changes.length > 0 && (
          <Checkbox checked={isChosen} onChange={onChoose} aria-label={t('metaTab.choose', { table: drift.title })} />
        )}
      </div>
      <div className={styles.cell} role="cell">
        <span className={styles.name}>
          <Icon name={drift.type === 'view' ? 'eye' : 'table'} size={14} />
          {onOpen === undefined ? (
            <span className={styles.cut}>{knownAs(drift)}</span>
          ) : (
            <button type="button" className={styles.link} onClick={onOpen}>
              {knownAs(drift) || drift.title}
            </button>
          )}
        </span>
      </div>
      <div className={styles.cell} role="cell">
        <span className={styles.cut}>{state === 'removed' ? '' : drift.table}</span>
      </div>
      <div className={styles.cell} role="cell">
        <Chip color={stateColors[state]}>{t(`metaTab.state.${state}`)}</Chip>
      </div>
      <div className={styles.changes} role="cell">
        {shown.map((change, at) => (
          <div key={at} className={styles.change}>
            <span>{changeSentence(change)}</span>
            {change.usedBy && (
              <span className={styles.used}>
                <Icon name="warning" size={12} />
                {t('metaTab.usedBy', { count: change.usedBy.length, columns: change.usedBy })}
              </span>
            )}
            {change.choice && (
              <Checkbox
                checked={choices[change.choice.id] ?? change.choice.taken}
                onChange={(taken) => onDecide(change.choice?.id ?? '', taken)}
              >
                {choiceWords(change)}
              </Checkbox>
            )}
          </div>
        ))}
        {changes.length > shownAtFirst && (
          <button type="button" className={styles.link} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen
              ? t('metaTab.fewer')
              : t('metaTab.more', {
                  count: changes.length - shownAtFirst,
                  number: formatNumber(changes.length - shownAtFirst),
                })}
          </button>
        )}
      </div>
    </div>
  )
}
