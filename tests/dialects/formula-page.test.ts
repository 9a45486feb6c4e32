import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines, createEngineProject, type OpenedEngine } from '@tests/helpers/engines'
import {
  exampleColumns,
  isClock,
  readFormulaPage,
  refusalsOf,
  refusalText,
  resultsOf,
  shownResult,
} from '@tests/helpers/formula-page'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Runs every example of docs/formulas.md on each engine, as a user would try it in the editor. */
const page = readFormulaPage()
const numbered = <T>(examples: readonly T[]): readonly (readonly [number, T])[] =>
  examples.map((example, at) => [at + 1, example])

await describeEngines('examples of the page about formulas', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let owner: TestUser
  let as: { readonly token: string; readonly projectId: string }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const columns = exampleColumns.map(({ title, uiType }) => ({ cn: title, uidt: uiType }))
    await server.call('tableCreate', { tn: 'Tracks', columns }, as)
    const body = Object.fromEntries(exampleColumns.map(({ title, value }) => [title, value]))
    const made = await server.request(`/nc/${as.projectId}/api/v1/Tracks`, { method: 'POST', token: as.token, body })
    expect(made.status).toBe(200)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const valueOf = async (formula: string): Promise<string> => {
    const { type, problem } = await server.call('formulaCheck', { tn: 'Tracks', formula }, as)
    if (type === undefined) return problem?.message ?? ''
    const { rows } = await server.call('formulaPreview', { tn: 'Tracks', formula }, as)
    return shownResult(rows[0]?.value ?? null, type)
  }

  it.each(numbered(resultsOf(page).filter(({ formula }) => !isClock(formula))))(
    'example %i gives what the page says',
    async (_at, { formula, said }) => {
      // SQL Server has no regular expressions.
      const isRefused = engine.dialect === 'mssql' && formula.includes('REGEX_')
      expect({ formula, said: await valueOf(formula) }).toEqual({
        formula,
        said: isRefused ? expect.stringContaining('REGEX_') : said,
      })
    },
  )

  it('tells the time', async () => {
    const moment = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')
    const before = moment()
    const formula = 'DATETIME_FORMAT(NOW(), "YYYY-MM-DD HH:mm:ss")'
    const now = (await valueOf(formula)).replaceAll('`', '')
    expect([before, now, moment()]).toEqual([before, now, moment()].toSorted())
    expect([now.slice(0, 10), moment().slice(0, 10)]).toContain((await valueOf('TODAY()')).replaceAll('`', ''))
  })

  it.each(numbered(refusalsOf(page)))('refusal %i is what the page says', async (_at, { formula, said }) => {
    const { problem } = await server.call('formulaCheck', { tn: 'Tracks', formula }, as)
    expect({ formula, said: problem && refusalText(problem.message, problem.from) }).toEqual({ formula, said })
    const definition = { kind: 'formula', formula } as const
    const refused = server.call('virtualColumnCreate', { tn: 'Tracks', title: 'Refused', definition }, as)
    await expect(refused).rejects.toThrow('FORMULA_INVALID')
  })
})

describe('the page about formulas', () => {
  it('has examples', () => {
    expect(resultsOf(page).length).toBeGreaterThan(80)
    expect(refusalsOf(page).length).toBeGreaterThan(10)
  })
})
