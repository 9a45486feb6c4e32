import { bulkRowsMax } from '@common/constants'
import { PageError } from '@renderer/api'
import { sentence } from '@renderer/i18n'

/** Thrown if a call has more rows than the server takes. */
export class TooManyRows extends PageError {
  override readonly name = 'TooManyRows'
  constructor(readonly max: number = bulkRowsMax) {
    super(sentence('grid.tooMany', { max }))
  }
}
