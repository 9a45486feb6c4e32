/** Why a computed column has no value: a key of `virtualProblems` in the locale. */
export type BrokenCode = 'linkGone' | 'tableGone' | 'columnGone' | 'circle' | 'notNumbers' | 'columnBroken'

export class Broken extends Error {
  override readonly name = 'Broken'

  constructor(
    readonly code: BrokenCode,
    readonly details: Readonly<Record<string, string>>,
  ) {
    super(code)
  }
}
