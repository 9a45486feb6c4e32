import { useFailure } from '@renderer/api'
import { limits } from '@common/constants'
import { type Sentence, useTranslation } from '@renderer/i18n'
import { Button, TextField } from '@renderer/ui'
import { useRef, useState } from 'react'

export interface NewStackProps {
  /** @returns the error message, if any */
  readonly onMake: (title: string) => Promise<Sentence | undefined>
}

/** Input after the last stack that creates another one. */
export function NewStack({ onMake }: NewStackProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState<string>()
  const [problem, setProblem] = useFailure()
  const [isMaking, setMaking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setTitle(undefined)
    setProblem(undefined)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (title === undefined)
    return (
      <Button ref={button} kind="quiet" icon="plus" onClick={() => setTitle('')}>
        {t('kanban.newStack')}
      </Button>
    )
  const make = (): void => {
    if (isMaking) return
    if (title.trim() === '') return close()
    setMaking(true)
    void onMake(title.trim()).then((sentence) => {
      setMaking(false)
      setProblem(sentence)
      if (sentence === undefined) close()
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <TextField
        size="sm"
        aria-label={t('kanban.newStackName')}
        placeholder={t('kanban.newStackName')}
        value={title}
        maxLength={limits.nameCharacters}
        error={problem}
        autoFocus
        onChange={(text) => {
          setTitle(text)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
        onBlur={() => {
          if (title.trim() === '') setTitle(undefined)
        }}
      />
    </form>
  )
}
