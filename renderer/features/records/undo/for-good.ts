import { isApiError, sentenceOf } from '@renderer/api'
import { UndoImpossible } from '@renderer/features/undo'

/** Runs a call of an undo step. @throws UndoImpossible if the server rejects it for a reason that stays */
export async function forGood<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isLasting = isApiError(error) && [400, 404, 410, 422].includes(error.status)
    if (isLasting) throw new UndoImpossible(sentenceOf(error), { cause: error })
    throw error
  }
}
