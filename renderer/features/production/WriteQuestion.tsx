import { writeGuard, type GuardedWrite } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { production } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './production.module.css'
import { writeWords } from './write-words'

interface Question {
  readonly write: GuardedWrite
  readonly answer: (may: boolean) => void
}

/** Asks before each write to a database in production that isn't staged. */
export function WriteQuestion() {
  const { t } = useTranslation()
  const [questions, setQuestions] = useState<readonly Question[]>([])
  useEffect(() => {
    const open = new Set<Question>()
    const stop = writeGuard.set((write) => {
      if (!production.has(write.projectId)) return undefined
      return new Promise((resolve) => {
        const question: Question = {
          write,
          answer: (may) => {
            open.delete(question)
            setQuestions((all) => all.filter((each) => each !== question))
            resolve(may)
          },
        }
        open.add(question)
        setQuestions((all) => [...all, question])
      })
    })
    return () => {
      stop()
      for (const question of open) question.answer(false)
    }
  }, [])
  const [first] = questions
  if (first === undefined) return null
  const { what, details } = writeWords(first.write)
  return (
    <ConfirmDialog
      opened
      danger
      isOnTop
      title={t('production.ask.title')}
      action={t('production.ask.action')}
      onSubmit={() => first.answer(true)}
      onClose={() => first.answer(false)}
    >
      <p>
        <strong dir="auto">{what}</strong>
      </p>
      {details.length > 0 && (
        <ul className={styles.details}>
          {details.map((detail) => (
            <li key={detail} dir="auto">
              {detail}
            </li>
          ))}
        </ul>
      )}
      <p>{t('production.ask.text')}</p>
    </ConfirmDialog>
  )
}
