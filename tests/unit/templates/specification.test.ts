import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readTexts } from '@tests/helpers/catalogue'
import { specification } from './specification'

describe.each(Object.entries(specification))('S2 %s', (_, lines) => {
  it.each(lines)('%s: has its test', (_line, file, test) => {
    const source = readFileSync(file, 'utf8')
    const name = test.replaceAll("'", String.raw`\'`)
    // A name in either kind of quotes, as the title of a test.
    const titles = [`'${test}'`, `"${test}"`, `'${name}'`, `\`${test}\``]
    expect(titles.some((title) => source.includes(`(${title}`) || source.includes(`${title}, `))).toBe(true)
  })
})

/** Sentences that S2 fixes, as a user reads them with the values behind them. */
const fixed: readonly (readonly [key: string, sentence: string])[] = [
  ['templates.none', 'No templates found'],
  ['templates.use', 'Use template'],
  ['templates.create.rest', 'Create REST Project'],
  ['templates.create.graphql', 'Create GQL Project'],
  ['templates.categories', 'Categories'],
  ['templates.run.sentences.databases', 'Setting up new database configs'],
  ['templates.run.sentences.schema', 'Inferring database schema'],
  ['templates.run.sentences.apis', 'Generating APIs...'],
  ['templates.run.sentences.wait', 'Please wait...'],
  ['templates.generated', 'Template generated and saved successfully!'],
  ['templates.importedNothing', 'Template imported successfully'],
  ['templateEditor.excel.import', 'Import from Excel'],
  ['templateEditor.excel.toast', 'Happy hacking!'],
  ['templateEditor.names.tableTitle', 'Enter table name'],
  ['templateEditor.names.columnTitle', 'Enter column name'],
  ['templateEditor.copied', 'Successfully copied JSON data to clipboard!'],
  ['templateEditor.invalid', 'Please fill all the required column!'],
  ['templateEditor.updated', 'Template updated successfully'],
  ['templateEditor.created', 'Template generated and saved successfully!'],
  ['templateEditor.codeHost.initiated', 'Initiated Github for template'],
  ['templateEditor.codeHost.done', 'Initiated Github successfully'],
  ['templateEditor.problems.projectNameRequired', 'Project name required'],
  ['templateEditor.problems.categoryRequired', 'Category name required'],
  ['templateEditor.problems.columnNameRequired', 'Column name required'],
  ['templateEditor.problems.columnDuplicate', 'Duplicate column not allowed'],
  ['templateEditor.problems.columnTypeRequired', 'Column data type required'],
  ['templateEditor.problems.relatedTableRequired', 'Related table name required'],
  ['templateEditor.problems.relationTypeRequired', 'Relation type required'],
  ['templateEditor.problems.relatedColumnRequired', 'Related column name required'],
  ['templateEditor.problems.rollupFunctionRequired', 'Rollup aggregate function name required'],
  ['templateEditor.problems.relationDuplicate', 'Duplicate relation is not allowed'],
  ['errors.CODE_HOST_NOT_SET_UP', 'Missing token or template path'],
  ['errorPages.notFound', 'This page could not be found'],
  ['plans.locked', 'Upgrade to Enterprise Edition'],
]

describe('The sentences of S2', () => {
  it('are in the catalogue word for word', () => {
    const texts = readTexts()
    expect(fixed.map(([key]) => [key, texts.get(key)])).toEqual(fixed)
  })
})
