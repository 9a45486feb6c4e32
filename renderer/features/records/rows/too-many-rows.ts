import { bulkRowsMax } from '@common/constants'

/** Thrown if a call has more rows than the server takes. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
  constructor(readonly max: number = bulkRowsMax) {
    super('TooManyRows')
  }
}
