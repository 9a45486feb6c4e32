import { localeTag, sentenceText, useTranslation } from '@renderer/i18n'
import { classes, Icon, IconButton, Popover, type IconName } from '@renderer/ui'
import { keysOf } from '@renderer/actions'
import { useState } from 'react'
import { act, goTo } from './act'
import styles from './undo.module.css'
import { useHistory, type StepState, type UndoEntry } from './undo-log'

/** In the status bar: the number of steps to undo; a click lists them. */
export function SessionHistory({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { entries, working } = useHistory(projectId)
  const toUndo = entries.filter(({ state }) => state === 'done').length
  const toRedo = entries.filter(({ state }) => state === 'undone').length
  if (entries.length === 0) return null
  const text =
    working !== undefined
      ? t('undo.working')
      : toUndo > 0
        ? t('undo.count', { count: toUndo })
        : toRedo > 0
          ? t('undo.countAgain', { count: toRedo })
          : t('undo.title')
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={380}
      flush
      label={t('undo.title')}
      target={
        <button type="button" className={styles.open} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {text}
        </button>
      }
    >
      <div className={styles.head}>
        <h2>{t('undo.title')}</h2>
        <IconButton
          icon="undo"
          size="sm"
          label={t('undo.undo')}
          keys={keysOf('edit.undo')}
          disabled={toUndo === 0 || working !== undefined}
          onClick={() => void act(projectId, 'undo')}
        />
        <IconButton
          icon="redo"
          size="sm"
          label={t('undo.redo')}
          keys={keysOf('edit.redo')}
          disabled={toRedo === 0 || working !== undefined}
          onClick={() => void act(projectId, 'redo')}
        />
      </div>
      <ol className={styles.list} aria-label={t('undo.title')}>
        {entries.toReversed().map((entry) => (
          <Line key={entry.id} entry={entry} projectId={projectId} isBusy={working !== undefined} />
        ))}
      </ol>
      <p className={styles.foot}>{t('undo.hint')}</p>
    </Popover>
  )
}

const icons: Readonly<Record<StepState, IconName>> = { done: 'check', undone: 'undo', passed: 'lock' }

function Line({
  entry: { id, label, at, state, why },
  projectId,
  isBusy,
}: {
  readonly entry: UndoEntry
  readonly projectId: string
  readonly isBusy: boolean
}) {
  const { t } = useTranslation()
  const time = at.toLocaleTimeString(localeTag(), { hour: 'numeric', minute: '2-digit' })
  const inside = (
    <>
      <Icon name={icons[state]} size={14} />
      <span className={styles.what}>
        <span className={styles.label} dir="auto">
          {sentenceText(label)}
        </span>
        {why !== undefined && (
          <span className={styles.why} dir="auto">
            {sentenceText(why)}
          </span>
        )}
      </span>
      <time className={styles.time} dateTime={at.toISOString()}>
        {time}
      </time>
    </>
  )
  if (state === 'passed') return <li className={classes(styles.line, styles.passed)}>{inside}</li>
  const direction = state === 'done' ? 'undo' : 'redo'
  return (
    <li>
      <button
        type="button"
        className={classes(styles.line, state === 'undone' && styles.undone)}
        title={t(direction === 'undo' ? 'undo.goBack' : 'undo.goForward')}
        disabled={isBusy}
        onClick={() => void goTo(projectId, direction, id)}
      >
        {inside}
      </button>
    </li>
  )
}
