import type { OperationOutput } from '@common/operations'
import { englishBeside, englishNotes } from '@main/lib/messages'
import type { TrashAnswer } from './service'

/** Returns what a restore answers: reasons and notes in English, and as messages. */
export const restoredToWire = ({ restored, refused, notes }: TrashAnswer): OperationOutput<'trashRestore'> =>
  Object.assign(englishNotes(notes), {
    restored,
    refused: refused.map(({ rowId, why }) => Object.assign(englishBeside('msg', why), { rowId })),
  })
