import {
  chooseKeys,
  chordOf,
  conflictOf,
  isChoosable,
  ownKeysOf,
  resetKeys,
  takeKeysAway,
  type KeyConflict,
  type KeyLine,
} from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { Button, isMac, keyNames } from '@renderer/ui'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import styles from './palette.module.css'

export interface KeyRecorderProps {
  readonly line: KeyLine
  /** Called at the end, with a message about the change for screen readers. */
  readonly onDone: (told?: string) => void
}

type Pressed =
  | { readonly kind: 'impossible'; readonly chord: string }
  | { readonly kind: 'taken'; readonly chord: string; readonly by: KeyConflict }

/** Records a new key for a command. Takes the next chord; asks first if another command uses it. */
export function KeyRecorder({ line: { id, label }, onDone }: KeyRecorderProps) {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState<Pressed>()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
    return () => {
      // Focuses the line that replaces it.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-keys="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
      )
    }
  }, [id])
  const command = t(label)
  const own = ownKeysOf(id)
  const choose = (chord: string): void => {
    chooseKeys(id, chord)
    onDone(t('keyHelp.isNow', { command, keys: keyNames(chord).join(' ') }))
  }
  const press = (event: KeyboardEvent): void => {
    if (event.target !== box.current || event.nativeEvent.isComposing) return
    const chord = chordOf(event.nativeEvent)
    // Tab moves to the buttons as usual.
    if (chord === undefined || chord === 'Tab' || chord === 'Shift+Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (chord === 'Escape') return onDone()
    if (chord === 'Backspace') {
      takeKeysAway(id)
      return onDone(t('keyHelp.isGone', { command }))
    }
    if (!isChoosable(chord)) return setPressed({ kind: 'impossible', chord })
    const by = conflictOf(chord, id)
    if (by === undefined) choose(chord)
    else setPressed({ kind: 'taken', chord, by })
  }
  const keys = pressed === undefined ? '' : keyNames(pressed.chord).join(' ')
  return (
    <li className={styles.recording}>
      <div
        ref={box}
        className={styles.recorder}
        // It receives every key, including those of screen readers.
        role="application"
        tabIndex={0}
        aria-label={t('keyHelp.press', { command })}
        onKeyDown={press}
      >
        <span>{t('keyHelp.press', { command })}</span>
        {pressed === undefined ? (
          <span className={styles.recorderHint}>{t('keyHelp.pressHint')}</span>
        ) : (
          <span className={styles.recorderProblem} role="alert">
            {pressed.kind === 'impossible'
              ? t(isMac ? 'keyHelp.notPossibleMac' : 'keyHelp.notPossible', { keys })
              : t(pressed.by.isFixed ? 'keyHelp.fixed' : 'keyHelp.taken', { keys, command: t(pressed.by.label) })}
          </span>
        )}
      </div>
      <div className={styles.recorderActions}>
        {pressed?.kind === 'taken' && !pressed.by.isFixed && (
          <Button kind="main" onClick={() => choose(pressed.chord)}>
            {t('keyHelp.takeOver')}
          </Button>
        )}
        {own !== undefined && (
          <Button
            onClick={() => {
              resetKeys(id)
              onDone()
            }}
          >
            {own.length === 0
              ? t('keyHelp.resetNone')
              : t('keyHelp.reset', { keys: own.map((one) => keyNames(one).join(' ')).join(', ') })}
          </Button>
        )}
        <Button kind="quiet" onClick={() => onDone()}>
          {t('ui.cancel')}
        </Button>
      </div>
    </li>
  )
}
