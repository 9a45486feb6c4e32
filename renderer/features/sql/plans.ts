import type { Sentence } from '@renderer/i18n'
import type { SqlParameters } from '@common/sql/shapes'
import type { OperationOutput } from '@common/operations'
import { client, sentenceOf } from '@renderer/api'
import { create } from 'zustand'

export type SqlPlan = OperationOutput<'sqlExplain'>

/** The last plan of a query. */
export type ShownPlan =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly message: Sentence }
  | {
      readonly state: 'ready'
      readonly plan: SqlPlan
      readonly isMeasured: boolean
      readonly of: { readonly sql: string; readonly parameters: SqlParameters }
    }

/** Last plans, by ids of queries. */
export const usePlans = create<{ readonly plans: Readonly<Record<string, ShownPlan>> }>(() => ({ plans: {} }))

const put = (query: string, plan: ShownPlan): void =>
  usePlans.setState(({ plans }) => ({ plans: { ...plans, [query]: plan } }))

/**
 * Asks the database for the plan of one statement.
 *
 * @param isMeasured  runs a reading statement to measure it
 */
export async function explain(
  projectId: string,
  query: string,
  of: { readonly sql: string; readonly parameters: SqlParameters },
  isMeasured: boolean,
): Promise<void> {
  put(query, { state: 'asking' })
  try {
    const plan = await client.call('sqlExplain', { ...of, analyze: isMeasured }, { projectId, silent: true })
    put(query, { state: 'ready', plan, isMeasured, of })
  } catch (error) {
    put(query, { state: 'failed', message: sentenceOf(error) })
  }
}
