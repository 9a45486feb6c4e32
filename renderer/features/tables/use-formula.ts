import { FormulaProblem, parseFormula } from '@common/formula'
import type { OperationOutput } from '@common/operations'
import { messageOf, useOperation } from '@renderer/api'
import { serverText, useTranslation } from '@renderer/i18n'
import { useEffect, useState } from 'react'

/** A problem of a formula, with its position. */
export interface ShownProblem {
  readonly message: string
  readonly from: number
  readonly to: number
}

export interface FormulaState {
  readonly problem: ShownProblem | undefined
  /** Present when the formula is right. */
  readonly preview: OperationOutput<'formulaPreview'> | undefined
  /** True while the server evaluates the formula. */
  readonly isComing: boolean
  /** A message, if a valid formula couldn't be evaluated. */
  readonly failure: string | undefined
}

const typingDelayMs = 250

/**
 * Checks a formula while the user types. Syntax errors appear immediately. The server checks names and types, and
 * returns the values of the first rows.
 */
export function useFormula(projectId: string, table: string, formula: string, id: string | undefined): FormulaState {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(formula)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(formula), typingDelayMs)
    return () => clearTimeout(timer)
  }, [formula])
  const unread = syntaxProblem(formula)
  const isCurrent = asked === formula && unread === undefined
  const args = { table, formula: asked, ...(id === undefined ? {} : { id }) }
  const check = useOperation('formulaCheck', args, { projectId, enabled: isCurrent, silent: true })
  const judged = isCurrent ? check.data : undefined
  const isRight = judged !== undefined && judged.problem === undefined
  const preview = useOperation('formulaPreview', args, { projectId, enabled: isRight, silent: true })
  const failed = check.error ?? (isRight ? preview.error : null)
  const problem =
    unread === undefined
      ? judged?.problem && { ...judged.problem, message: serverText(judged.problem.message, judged.problem.reason) }
      : { message: t(`formula.problems.${unread.code}`, unread.params), ...unread.span }
  return {
    problem,
    preview: isRight ? preview.data : undefined,
    isComing: unread === undefined && failed === null && (judged === undefined || isRight),
    failure: isCurrent && failed !== null ? messageOf(failed) : undefined,
  }
}

function syntaxProblem(formula: string): FormulaProblem | undefined {
  try {
    parseFormula(formula)
    return undefined
  } catch (error) {
    if (error instanceof FormulaProblem) return error
    throw error
  }
}
