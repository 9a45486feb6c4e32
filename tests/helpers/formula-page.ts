import { readFileSync } from 'node:fs'
import {
  checkFormula,
  evaluateFormula,
  formulaMessage,
  FormulaProblem,
  formulaFunctions,
  functionNames,
  parseFormula,
  type FormulaColumn,
  type FormulaType,
  type FormulaValue,
  type FunctionGroup,
} from '@common/formula'
import { english as englishOf } from '@main/lib/messages'
import { parameterNames } from '@renderer/features/tables/formula-text'
import * as english from '@locales/english'

/*
 * docs/formulas.md with verified examples. Authors write the formulas. This file generates their results, their record,
 * and the tables of functions.
 */

export const formulaPage = 'docs/formulas.md'
export const readFormulaPage = (): string => readFileSync(formulaPage, 'utf8')

/** The record of the examples: as a table stores it, as users see it, and as a formula takes it. */
export const exampleColumns = [
  { title: 'Title', uiType: 'SingleLineText', type: 'text', value: 'Low Water' },
  { title: 'Price', uiType: 'Currency', type: 'number', value: 1.29 },
  { title: 'Rating', uiType: 'Rating', type: 'number', value: 4 },
  { title: 'Length', uiType: 'Duration', type: 'number', value: 225 },
  { title: 'Released', uiType: 'Date', type: 'date', value: '2026-01-31' },
  { title: 'Recorded', uiType: 'DateTime', type: 'dateTime', value: '2025-09-18 14:05:06' },
  { title: 'Live', uiType: 'Checkbox', type: 'boolean', value: true },
  { title: 'Tags', uiType: 'MultiSelect', type: 'text', value: null },
  { title: 'Discount', uiType: 'Percent', type: 'number', value: null },
] as const

const columns: readonly FormulaColumn[] = exampleColumns.map(({ title, type }) => ({ name: title, title, type }))
const row: Readonly<Record<string, FormulaValue>> = Object.fromEntries(
  exampleColumns.map(({ title, value }) => [title, value]),
)

/** A formula of the page, with its description there. */
export interface PageExample {
  readonly formula: string
  readonly said: string
}

/** The clock returns a different value each time. */
const clocks: Readonly<Record<string, string>> = { 'NOW()': 'the present moment', 'TODAY()': 'the present day' }
export const isClock = (formula: string): boolean => formula in clocks

/** Formulas with their results. */
export const resultsOf = (page: string): PageExample[] => rowsUnder(page, 'Result')
/** Returns the formulas that are rejected, with the reason. */
export const refusalsOf = (page: string): PageExample[] => rowsUnder(page, 'Refused')

/** Returns the page with all generated parts filled in. */
export function completedPage(page: string): string {
  const groups = [...new Set(functionNames.map((name) => formulaFunctions[name].group))]
  const generated: Readonly<Record<string, readonly string[]>> = {
    record: recordTable(),
    ...Object.fromEntries(groups.map((group) => [`functions: ${group}`, functionTable(group)])),
  }
  const whole = Object.entries(generated).reduce((text, [name, lines]) => {
    const section = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end -->)`)
    if (!section.test(text)) throw new Error(`The page has no place for ${name}`)
    return text.replace(section, (_all, open: string, close: string) => `${open}\n${lines.join('\n')}\n${close}`)
  }, page)
  return withLastCells(withLastCells(whole, 'Result', resultOf), 'Refused', refusalOf)
}

function recordTable(): string[] {
  return [
    '| Column | Type | Value |',
    '|---|---|---|',
    ...exampleColumns.map(
      ({ title, uiType, value, type }) =>
        `| ${title} | ${english.columnTypes[uiType].name} | ${shownResult(value, type)} |`,
    ),
  ]
}

const gives: Readonly<Record<FormulaType | 'same', string>> = {
  number: 'number',
  text: 'text',
  boolean: 'yes or no',
  date: 'date',
  dateTime: 'date with time',
  same: 'what its values are',
}

function functionTable(group: FunctionGroup): string[] {
  return [
    '| Function | Gives | What it does | Example | Result |',
    '|---|---|---|---|---|',
    ...functionNames
      .filter((name) => formulaFunctions[name].group === group)
      .map((name) => {
        const { returns, example } = formulaFunctions[name]
        const signature = code(`${name}(${parameterNames(name).join(', ')})`)
        return `| ${signature} | ${gives[returns]} | ${english.formula.functions[name]} | ${code(example)} | |`
      }),
  ]
}

function resultOf(formula: string): string {
  const clock = clocks[formula]
  if (clock !== undefined) return clock
  const typed = checkFormula(parseFormula(formula), columns)
  return shownResult(evaluateFormula(typed, row, { now: '2026-09-18 12:00:00', recordId: '1' }), typed.type)
}

/** Returns a value as the page shows it. Numbers have 12 digits: the last ones of a double vary. */
export function shownResult(value: FormulaValue, type: FormulaType): string {
  if (value === null) return '*blank*'
  if (type === 'boolean') return value === true || value === 1 ? 'yes' : 'no'
  if (type === 'number') return code(String(Number(Number(value).toPrecision(12))))
  return value === '' ? '*an empty text*' : code(String(value))
}

function refusalOf(formula: string): string {
  try {
    checkFormula(parseFormula(formula), columns)
  } catch (error) {
    if (error instanceof FormulaProblem) return refusalText(englishOf(formulaMessage(error)), error.span.from)
    throw error
  }
  throw new Error(`Nothing is wrong with ${formula}`)
}

export const refusalText = (sentence: string, from: number): string => `Character ${from + 1}: ${sentence}`

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** Returns the rows of tables with this heading in the last column; the cell before it holds the formula. */
function rowsUnder(page: string, heading: string): PageExample[] {
  return tableLines(page, heading).map(({ line }) => {
    const cells = cellsOf(line)
    return { formula: formulaOf(cells.at(-2) ?? ''), said: cells.at(-1) ?? '' }
  })
}

function withLastCells(page: string, heading: string, of: (formula: string) => string): string {
  const lines = page.split('\n')
  for (const { line, at } of tableLines(page, heading)) {
    const cells = cellsOf(line)
    lines[at] = `| ${[...cells.slice(0, -1), of(formulaOf(cells.at(-2) ?? ''))].join(' | ')} |`
  }
  return lines.join('\n')
}

function tableLines(page: string, heading: string): { line: string; at: number }[] {
  let isIn = false
  return page.split('\n').flatMap((line, at) => {
    const isRow = line.startsWith('|')
    if (isRow && cellsOf(line).at(-1) === heading) isIn = true
    else if (!isRow) isIn = false
    else if (isIn && !/^[|-]+$/.test(line)) return [{ line, at }]
    return []
  })
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
const formulaOf = (cell: string): string => cell.replace(/^`+ ?|`+$/g, '').replaceAll('\\|', '|')
