import type { OperationOutput } from '@common/operations'
import { english, englishBeside } from '@main/lib/messages'
import type { TrashAnswer } from './service'

/** Returns what a restore answers: reasons and notes in English, and as messages. */
export const restoredToWire = ({ restored, refused, notes }: TrashAnswer): OperationOutput<'trashRestore'> => ({
  restored,
  refused: refused.map(({ rowId, why }) => Object.assign(englishBeside('msg', why), { rowId })),
  notes: notes.map(english),
  ...(notes.length > 0 && { noteMessages: [...notes] }),
})
