import { bulkRowsMax } from '@common/constants'

/** More rows than one call takes. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
  constructor(readonly max: number = bulkRowsMax) {
    super('TooManyRows')
  }
}
