import { AppError } from '@common/errors'
import type { Token } from './sql-tokens'

/** The error for unexpected schema text. Guessing could change the meaning. */
export const unsupported = (): AppError => new AppError('SCHEMA_CHANGE_UNSUPPORTED')

/** Reads the tokens of schema text. Throws at the end of the text. */
export class TextReader {
  position = 0

  constructor(
    private readonly sql: string,
    private readonly tokens: readonly Token[],
  ) {}

  private peek(): Token {
    const token = this.tokens[this.position]
    if (token === undefined) throw unsupported()
    return token
  }

  next(): Token {
    const token = this.peek()
    this.position += 1
    return token
  }

  is(sign: string): boolean {
    return this.peek().kind === 'sign' && this.peek().text === sign
  }

  isWord(...words: readonly string[]): boolean {
    return this.peek().kind === 'word' && words.includes(this.peek().value)
  }

  /** True at the comma or parenthesis that ends an entry. */
  atEnd(): boolean {
    return this.is(',') || this.is(')')
  }

  rest(): readonly Token[] {
    return this.tokens.slice(this.position)
  }

  /** Skips one token, or a parenthesized group, and returns what it skipped. */
  skip(): readonly Token[] {
    const start = this.position
    let depth = 0
    do {
      const { text, kind } = this.next()
      if (kind === 'sign' && text === '(') depth += 1
      if (kind === 'sign' && text === ')') depth -= 1
    } while (depth > 0)
    return this.tokens.slice(start, this.position)
  }

  mark(): number {
    return this.position
  }

  /** Returns the text from a mark to here, as written. */
  since(mark: number): string {
    const first = this.tokens[mark]
    const last = this.tokens[this.position - 1]
    return first === undefined || last === undefined || mark >= this.position
      ? ''
      : this.sql.slice(first.start, last.end)
  }

  takeWord(...words: readonly string[]): void {
    if (this.isWord(...words)) this.next()
  }

  takeConflict(): void {
    if (!this.isWord('ON')) return
    this.next()
    this.next()
    this.next()
  }

  /** Reads a REFERENCES clause: table, columns, actions. `SET NULL` and `NOT DEFERRABLE` aren't separate clauses. */
  takeReference(): void {
    this.next()
    if (this.is('(')) this.skip()
    for (;;) {
      if (this.isWord('ON')) {
        this.next()
        this.next()
        if (this.isWord('SET', 'NO')) this.next()
        this.next()
      } else if (this.isWord('MATCH', 'INITIALLY')) {
        this.next()
        this.next()
      } else if (this.isWord('DEFERRABLE')) this.next()
      else if (this.isWord('NOT') && this.tokens[this.position + 1]?.value === 'DEFERRABLE') {
        this.next()
        this.next()
      } else return
    }
  }
}
