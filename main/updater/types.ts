/** Facts of the feed about a version. */
export interface UpdateFacts {
  readonly version: string
  readonly releaseNotes?: string | readonly { readonly version: string; readonly note: string | null }[] | null
  readonly files?: readonly { readonly sha512?: string }[]
  readonly sha512?: string
  /** Path of the downloaded file. */
  readonly downloadedFile?: string
}
