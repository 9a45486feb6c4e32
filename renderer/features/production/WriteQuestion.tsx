import { writeGuard, type GuardedWrite } from '@renderer/api'
import { withTexts } from '@renderer/i18n'
import { production } from '@renderer/stores'
import { prefetched } from '@renderer/ui'
import { useEffect, useState } from 'react'

const WriteDialog = prefetched(async () => (await withTexts(import('./WriteDialog'), ['operations'])).WriteDialog)

interface Question {
  readonly write: GuardedWrite
  readonly answer: (may: boolean) => void
}

/** Asks before each write to a database in production that isn't staged. */
export function WriteQuestion() {
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
  return <WriteDialog write={first.write} onAnswer={first.answer} />
}
