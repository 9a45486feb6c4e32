import type { SqlSyntax } from '@common/dialects/sql-syntax'
import { tokenAt, wordOf, type SqlToken } from './tokens'

/** A statement of a script, without its end mark and without blanks and comments around it. Offsets are UTF-16. */
export interface SqlStatement {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Splits a script into statements. Parts that hold only comments are no statements. */
export function splitScript(sql: string, syntax: SqlSyntax): SqlStatement[] {
  return syntax.batchCommand ? splitBatches(sql, syntax) : splitStatements(sql, syntax)
}

/** Returns the statement at an offset, or the last one before it. */
export function statementAt(statements: readonly SqlStatement[], offset: number): SqlStatement | undefined {
  return statements.find(({ to }) => offset <= to) ?? statements.at(-1)
}

function splitStatements(sql: string, syntax: SqlSyntax): SqlStatement[] {
  const statements: SqlStatement[] = []
  let delimiter = ';'
  let code: SqlToken[] = []
  let body = new Body(sql, syntax)
  const end = (): void => {
    const [first, last] = [code[0], code.at(-1)]
    if (first !== undefined && last !== undefined)
      statements.push({ text: sql.slice(first.from, last.to), from: first.from, to: last.to })
    code = []
    body = new Body(sql, syntax)
  }
  for (let at = 0; at < sql.length;) {
    if (syntax.delimiterCommand && code.length === 0) {
      const command = /^DELIMITER[ \t]+(\S+)[^\n]*(?:\n|$)/i.exec(sql.slice(at, at + 200))
      if (command !== null && isLineStart(sql, at)) {
        delimiter = command[1] ?? ';'
        at += command[0].length
        continue
      }
    }
    const isEnd = sql.startsWith(delimiter, at)
    // Another delimiter is chosen so that it can't be part of a body.
    if (isEnd && (delimiter !== ';' || !body.isOpen)) {
      at += delimiter.length
      end()
      continue
    }
    const token = tokenAt(sql, at, syntax)
    at = token.to
    if (token.kind === 'blank' || token.kind === 'comment') continue
    code.push(token)
    body.add(token)
  }
  end()
  return statements
}

const isLineStart = (sql: string, at: number): boolean => /(?:^|\n)[ \t]*$/.test(sql.slice(Math.max(0, at - 100), at))

function splitBatches(sql: string, syntax: SqlSyntax): SqlStatement[] {
  const statements: SqlStatement[] = []
  let first: SqlToken | undefined
  let last: SqlToken | undefined
  const end = (): void => {
    if (first !== undefined && last !== undefined)
      statements.push({ text: sql.slice(first.from, last.to), from: first.from, to: last.to })
    first = undefined
    last = undefined
  }
  for (let at = 0; at < sql.length;) {
    const token = tokenAt(sql, at, syntax)
    const line = /^GO[ \t]*\r?(?:\n|$)/i.exec(sql.slice(at, at + 50))
    if (token.kind === 'word' && line !== null && isLineStart(sql, at)) {
      at += line[0].length
      end()
      continue
    }
    at = token.to
    if (token.kind === 'blank' || token.kind === 'comment') continue
    first ??= token
    last = token
  }
  end()
  return statements
}

/** Words that end a compound of their own kind, not a BEGIN. */
const ownEnds = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR'])
const routines = new Set(['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE'])

/** Follows one statement and tells whether a semicolon belongs to its body. */
class Body {
  #words: string[] = []
  #hasBody = false
  #depth = 0
  #brackets = 0
  /** The last tokens: a mark or an upper-case word. */
  #before = ''
  #last = ''

  constructor(
    private readonly sql: string,
    private readonly syntax: SqlSyntax,
  ) {}

  get isOpen(): boolean {
    if (this.syntax.bodies === 'trigger') return this.#hasBody && !(this.#last === 'END' && this.#before === ';')
    return this.#depth > 0 || (this.syntax.bodies === 'atomic' && this.#brackets > 0)
  }

  add(token: SqlToken): void {
    const word = token.kind === 'word' || token.kind === 'mark' ? wordOf(this.sql, token) : ''
    if (this.#words.length < 12 && token.kind === 'word') {
      this.#words.push(word)
      this.#hasBody ||= this.#beginsBody()
    }
    if (word === '(') this.#brackets++
    if (word === ')') this.#brackets = Math.max(0, this.#brackets - 1)
    if (this.syntax.bodies === 'compound') this.#compound(word)
    if (this.syntax.bodies === 'atomic') this.#atomic(word)
    this.#before = this.#last
    this.#last = word
  }

  #beginsBody(): boolean {
    const [first = '', second = ''] = this.#words
    switch (this.syntax.bodies) {
      case 'trigger':
        return (
          first === 'CREATE' && (second === 'TRIGGER' || (second.startsWith('TEMP') && this.#words[2] === 'TRIGGER'))
        )
      case 'compound':
        if (first === 'BEGIN') return second === 'NOT'
        return (first === 'CREATE' || first === 'ALTER') && this.#words.some((word) => routines.has(word))
      case 'atomic':
        return first === 'CREATE' && this.#words.some((word) => routines.has(word))
      case 'none':
        return false
    }
  }

  #compound(word: string): void {
    // `BEGIN NOT ATOMIC` shows only with its second word that it is no transaction.
    if (word === 'NOT' && this.#last === 'BEGIN' && this.#words.length === 2) this.#depth = 1
    if (!this.#hasBody) return
    if (this.#last === 'END') {
      if (ownEnds.has(word)) this.#depth++
      if (word === 'CASE') return
    }
    if (word === 'BEGIN' || word === 'CASE') this.#depth++
    else if (word === 'END') this.#depth = Math.max(0, this.#depth - 1)
    // `END IF` doesn't end a BEGIN: its END was counted before.
  }

  #atomic(word: string): void {
    if (!this.#hasBody) return
    if (word === 'ATOMIC' && this.#last === 'BEGIN') this.#depth = 1
    else if (this.#depth > 0 && word === 'CASE') this.#depth++
    else if (this.#depth > 0 && word === 'END') this.#depth--
  }
}
