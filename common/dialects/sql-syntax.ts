/** How SQL of a database is written, for splitting scripts and finding parameters. */
export interface SqlSyntax {
  /** `#` begins a comment. */
  readonly hashComments: boolean
  /** `--` begins a comment only before a blank. */
  readonly dashNeedsBlank: boolean
  /** Comments nest. */
  readonly nestedComments: boolean
  /** The content of a comment that begins with an exclamation mark is code. */
  readonly codeComments: boolean
  /** Backslashes escape in every string, in strings with the prefix E, or never. */
  readonly backslashes: 'always' | 'prefixed' | 'never'
  /** `$tag$ … $tag$` is a string. */
  readonly dollarQuotes: boolean
  /** Meaning of double quotes. */
  readonly doubleQuotes: 'name' | 'text'
  readonly backticks: boolean
  /** `[name]` is a name. */
  readonly brackets: boolean
  /** `DELIMITER x` at the start of a line sets another end of statements. */
  readonly delimiterCommand: boolean
  /** A line `GO` ends a batch, and nothing else does: variables live as long as their batch. */
  readonly batchCommand: boolean
  /**
   * Statements whose body holds further statements. `trigger`: a trigger ends with `; END`. `compound`: routines,
   * triggers and events nest BEGIN and END. `atomic`: routines may have a body of BEGIN ATOMIC and END.
   */
  readonly bodies: 'trigger' | 'compound' | 'atomic' | 'none'
  /** How bound values are marked: by number after a sign, or by question marks in their order. */
  readonly placeholders: '$' | '@p' | '?'
}
