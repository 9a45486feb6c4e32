/** The usual program of a database at the command line. */
export interface ClientProgram {
  /** Name of its file, as on the PATH. */
  readonly name: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Files with secrets, by name. They exist as long as the program, and only its user can read them. */
  readonly files: Readonly<Record<string, string>>
}
