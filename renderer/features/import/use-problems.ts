import type { Table } from '@common/model'
import { useTablesNamed } from '@renderer/features/tables'
import { t } from '@renderer/i18n'
import { useMemo } from 'react'
import { problemOfPlan, type PlanProblem } from './plan'
import type { WizardItem } from './wizard-items'

const always = (): boolean => true

/** Tables that the sheets go into. */
export function useTargets(projectId: string, items: readonly WizardItem[]): ReadonlyMap<string, Table> {
  const names = items.flatMap(({ plan: { target } }) =>
    target.kind === 'table' && target.name !== '' ? target.name : [],
  )
  const joined = [...new Set(names)].join('\n')
  const list = useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
  return useTablesNamed(projectId, list, always).tables
}

/** Returns the problems in the plan of each included sheet, in words. */
export function useProblems(
  projectId: string,
  items: readonly WizardItem[],
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const tables = useTargets(projectId, items)
  return new Map(
    items.flatMap((item) => {
      const { key, included, plan, preview } = item
      if (!included || !preview) return []
      const others = items.flatMap((other) =>
        other.key !== key && other.included && other.plan.target.kind === 'new' ? other.plan.target.title : [],
      )
      const table = plan.target.kind === 'table' ? tables.get(plan.target.name) : undefined
      // A table that is still loading isn't missing.
      if (plan.target.kind === 'table' && plan.target.name !== '' && !table) return []
      const otherTables = items.flatMap((other) =>
        other.importId === item.importId && other.key !== key && other.included && other.plan.target.kind === 'table'
          ? other.plan.target.name
          : [],
      )
      const problem = problemOfPlan(plan, { taken, others, otherTables, table })
      return problem ? [[key, sentenceOf(problem)] as const] : []
    }),
  )
}

const sentenceOf = ({ key, name = '' }: PlanProblem): string => t(`imports.problems.${key}`, { name })
