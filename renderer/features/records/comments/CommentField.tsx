import { shortName } from '@common/util/short-name'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { Avatar, classes, IconButton } from '@renderer/ui'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { mentionDraft, peopleFor, type MentionDraft } from './comment-text'
import styles from './comments.module.css'

export interface CommentFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly initial?: string
  readonly people: readonly { readonly email: string }[]
  readonly working: boolean
  /** Sentence under the field. */
  readonly problem?: string | undefined
  readonly focused?: boolean
  /** Returns true if the comment was stored; then the field is cleared. */
  readonly onSend: (text: string) => Promise<boolean>
  /** Escape, where there is something to go back to. */
  readonly onCancel?: () => void
  readonly children?: ReactNode
}

/** The input of a comment. Enter sends, Shift+Enter starts a new line, `@` suggests people of the project. */
export function CommentField(props: CommentFieldProps) {
  const { label, placeholder, initial = '', people, working, problem, focused = false, onSend, onCancel } = props
  const { t } = useTranslation()
  const [text, setText] = useState(initial)
  const [mention, setMention] = useState<MentionDraft>()
  const [chosen, setChosen] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number>(undefined)
  const listId = useId()
  const problemId = useId()
  const offered = mention === undefined ? [] : peopleFor(people, mention.typed)
  const current = offered[Math.min(chosen, offered.length - 1)]

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, 160)}px`
    if (caret.current === undefined) return
    element.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [text])
  useLayoutEffect(() => {
    const element = area.current
    if (!focused || !element) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [focused])

  const look = (element: HTMLTextAreaElement): void => {
    setMention(mentionDraft(element.value, element.selectionStart))
    setChosen(0)
  }
  const pick = (email: string): void => {
    if (mention === undefined) return
    const before = text.slice(0, mention.from)
    const after = text.slice(mention.from + 1 + mention.typed.length).replace(/^ /, '')
    caret.current = before.length + email.length + 2
    setText(`${before}@${email} ${after}`)
    setMention(undefined)
    area.current?.focus()
  }
  const send = async (): Promise<void> => {
    if (working || text.trim() === '') return
    if (await onSend(text)) setText('')
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    const listed = offered.length > 0
    if (listed && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((Math.min(chosen, offered.length - 1) + step + offered.length) % offered.length)
    } else if (listed && current && (event.key === 'Enter' || event.key === 'Tab')) pick(current.email)
    else if (listed && event.key === 'Escape') setMention(undefined)
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.write}>
      {offered.length > 0 && (
        <div id={listId} className={styles.people} role="listbox" aria-label={t('record.comments.people')}>
          {offered.map(({ email }, at) => (
            <div
              key={email}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={email === current?.email}
              className={classes(styles.person, email === current?.email && styles.chosen)}
              onPointerDown={(event) => {
                event.preventDefault()
                pick(email)
              }}
            >
              <Avatar name={email} />
              <span>{shortName(email)}</span>
              <span className={styles.address}>{email}</span>
            </div>
          ))}
        </div>
      )}
      <div className={styles.box} data-invalid={problem !== undefined || undefined}>
        <textarea
          ref={area}
          rows={1}
          dir={directionOfValue(text)}
          value={text}
          placeholder={placeholder}
          aria-label={label}
          // A textarea can't have another role, so `aria-controls` announces the list.
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={offered.length > 0 ? listId : undefined}
          aria-activedescendant={
            current === undefined ? undefined : `${listId}-${offered.findIndex(({ email }) => email === current.email)}`
          }
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={(event) => {
            setText(event.currentTarget.value)
            look(event.currentTarget)
          }}
          onSelect={(event) => look(event.currentTarget)}
          onBlur={() => setMention(undefined)}
          onKeyDown={press}
        />
        <IconButton
          icon="send"
          size="xs"
          mirrored
          label={t('record.comments.send')}
          loading={working}
          disabled={text.trim() === ''}
          onClick={() => void send()}
        />
      </div>
      {problem !== undefined && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
