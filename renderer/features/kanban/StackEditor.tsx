import { useFailure } from '@renderer/api'
import { limits } from '@common/constants'
import { optionColors, type OptionColor } from '@common/model'
import { kanbanLimits } from '@common/views/kanban'
import { logicalKey, sentence, type Sentence, useTranslation } from '@renderer/i18n'
import { Button, Popover, TextField } from '@renderer/ui'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import styles from './kanban.module.css'
import type { BoardStack } from './use-board'

/** Changes to a stack; absent fields stay unchanged. */
export interface StackChange {
  readonly title?: string
  readonly color?: OptionColor
  /** Null removes the limit. */
  readonly limit?: number | null
}

export interface StackEditorProps {
  readonly stack: BoardStack
  readonly onClose: () => void
  readonly mayRename: boolean
  /** Limits are part of the view, which may be locked. */
  readonly mayLimit: boolean
  /** @returns the error message, if any */
  readonly onSave: (change: StackChange) => Promise<Sentence | undefined>
}

/** Popover under the head of a stack that edits its name, colour and limit. */
export function StackEditor({ stack, onClose, mayRename, mayLimit, onSave }: StackEditorProps) {
  const { t } = useTranslation()
  const title = t(mayRename ? 'kanban.edit' : 'kanban.setLimit')
  const leave = useRef(onClose)
  return (
    <Popover
      opened
      // A click outside doesn't cancel: it saves the input or reports why it is invalid.
      onChange={(open) => {
        if (!open) leave.current()
      }}
      width={264}
      align="end"
      label={title}
      target={<button type="button" tabIndex={-1} aria-label={title} className={styles.anchor} />}
    >
      <StackForm
        stack={stack}
        mayRename={mayRename}
        mayLimit={mayLimit}
        onSave={onSave}
        onDone={onClose}
        leave={leave}
      />
    </Popover>
  )
}

interface StackFormProps extends Pick<StackEditorProps, 'stack' | 'mayRename' | 'mayLimit'> {
  readonly onSave: (change: StackChange) => Promise<Sentence | undefined>
  readonly onDone: () => void
  /** Handles a click outside. */
  readonly leave: RefObject<() => void>
}

function StackForm({ stack, mayRename, mayLimit, onSave, onDone, leave }: StackFormProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(stack.name)
  const [color, setColor] = useState(stack.color)
  const [limit, setLimit] = useState(stack.limit === undefined ? '' : String(stack.limit))
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useFailure()
  const wanted = limit.trim() === '' ? null : Number(limit)
  const isWrong = wanted !== null && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= kanbanLimits.cardsInStack)

  const save = (): void => {
    if (isSaving) return
    if (isWrong) return setProblem(sentence('kanban.limitWrong', { most: kanbanLimits.cardsInStack }))
    if (mayRename && title.trim() === '') return setProblem(sentence('kanban.nameMissing'))
    const change: StackChange = {
      ...(mayRename && title.trim() !== stack.name && { title: title.trim() }),
      ...(mayRename && color !== stack.color && { color }),
      ...(wanted !== (stack.limit ?? null) && { limit: wanted }),
    }
    if (Object.keys(change).length === 0) return onDone()
    setSaving(true)
    void onSave(change).then((sentence) => {
      setSaving(false)
      if (sentence === undefined) onDone()
      else setProblem(sentence)
    })
  }
  useEffect(() => {
    leave.current = save
  })
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 }
    const by = steps[logicalKey(event.key)]
    if (by === undefined) return
    event.preventDefault()
    const next = optionColors[optionColors.indexOf(color) + by]
    if (next === undefined) return
    setColor(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-colour="${next}"]`)?.focus()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onDone()
      }}
    >
      {mayRename && (
        <>
          <TextField
            size="sm"
            label={t('kanban.name')}
            value={title}
            maxLength={limits.nameCharacters}
            data-autofocus
            onChange={setTitle}
          />
          <div
            className={styles.colours}
            role="radiogroup"
            tabIndex={-1}
            aria-label={t('kanban.colour')}
            onKeyDown={walk}
          >
            {optionColors.map((one) => (
              <button
                key={one}
                type="button"
                role="radio"
                aria-checked={one === color}
                tabIndex={one === color ? 0 : -1}
                className={styles.colour}
                style={{ background: `var(--c-${one})`, color: `var(--k-${one})` }}
                aria-label={t(`tables.column.color.${one}`)}
                title={t(`tables.column.color.${one}`)}
                data-colour={one}
                onClick={() => setColor(one)}
              />
            ))}
          </div>
        </>
      )}
      {mayLimit && (
        <TextField
          size="sm"
          label={t('kanban.limit')}
          hint={t('kanban.limitHint')}
          inputMode="numeric"
          value={limit}
          {...(mayRename ? {} : { 'data-autofocus': true })}
          onChange={(text) => {
            setLimit(text)
            setProblem(undefined)
          }}
        />
      )}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.formFoot}>
        <Button size="sm" onClick={onDone}>
          {t('kanban.cancel')}
        </Button>
        <Button size="sm" kind="main" type="submit" loading={isSaving}>
          {t('kanban.save')}
        </Button>
      </div>
    </form>
  )
}
