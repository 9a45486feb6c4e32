/** Cause of an error about a file that only the profile of another server may have. */
export class StoredElsewhere extends Error {
  override readonly name = 'StoredElsewhere'
}
