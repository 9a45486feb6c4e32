import { client, sentenceOf } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { sqlDesk, toast, type SqlSheet } from '@renderer/stores'
import { useState } from 'react'

/** A query to save. */
export type AskedSave = SqlSheet & { readonly title: string }

/** Returns what saves a query: at once if it was saved before, else by a dialog. */
export function useSaveQuery(projectId: string) {
  const [asked, setAsked] = useState<AskedSave>()
  return {
    asked,
    end: () => setAsked(undefined),
    ask: (sheet: AskedSave): void => {
      if (sheet.text.trim() === '') {
        toast.info(sentence('sql.save.nothing'))
        return
      }
      if (sheet.saved === undefined) return setAsked(sheet)
      if (sheet.text === sheet.savedText) return
      client.call('sqlSavedUpdate', { id: sheet.saved, sql: sheet.text }, { projectId, silent: true }).then(
        () => {
          sqlDesk.edit(projectId, sheet.id, { savedText: sheet.text })
          toast.success(sentence('sql.save.saved', { title: sheet.title }))
        },
        (error: unknown) => {
          // Another user deleted or owns the query: save it as a new one.
          toast.error(sentenceOf(error))
          setAsked(sheet)
        },
      )
    },
  }
}
