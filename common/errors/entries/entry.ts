export interface ErrorEntry {
  readonly status: number
  readonly reportable?: true
}
