import type { Api } from './api'

/** The process of the command. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly write: (text: string | Uint8Array) => Promise<void>
  readonly complain: (text: string) => void
  /** All of the standard input. */
  readonly readInput: () => Promise<string>
  readonly openUrl: (url: string) => void
}

/** A call of one command. */
export interface Run {
  readonly api: Api
  readonly io: CommandIo
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}
