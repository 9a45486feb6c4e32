import { describe, expect, it } from 'vitest'
import { functionNames } from '@common/formula'
import { completedPage, formulaPage, readFormulaPage, resultsOf } from '@tests/helpers/formula-page'

describe('the page about formulas', () => {
  /** After a change of a function, `npx vitest run --project unit tests/unit/docs -u` rewrites the page. */
  it('says what the functions are, and what its examples come to', async () => {
    await expect(completedPage(readFormulaPage())).toMatchFileSnapshot(`../../../${formulaPage}`)
  })

  it('shows every function in an example', () => {
    const examples = resultsOf(readFormulaPage()).map(({ formula }) => formula)
    const missing = functionNames.filter((name) => !examples.some((formula) => formula.includes(`${name}(`)))
    expect(missing).toEqual([])
  })
})
