/** Cause of an error about a file that only the profile of another server may have. */
export class KeptElsewhere extends Error {
  override readonly name = 'KeptElsewhere'
}
