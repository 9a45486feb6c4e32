import type { Sentence } from '@renderer/i18n'
import { graphql, isApiError, sentenceOf } from '@renderer/api'
import { graphqlSent, type GraphqlDraft } from '@renderer/stores'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { NamedOperation, OperationKind } from './request'

/** Events of a subscription that stay on the page. */
const eventsShown = 200

export interface SubscriptionEvent {
  readonly id: number
  readonly at: string
  readonly text: string
}

/** The result of a request: a response, or the events of a subscription, newest first. */
export interface Outcome {
  readonly status?: number | undefined
  readonly text?: string | undefined
  readonly ms?: number | undefined
  readonly failure?: Sentence | undefined
  readonly events?: readonly SubscriptionEvent[] | undefined
  /** Number of all events. */
  readonly count?: number | undefined
}

export interface Runner {
  readonly outcome: Outcome | undefined
  readonly isRunning: boolean
  readonly run: (request: GraphqlDraft, parts: RunParts) => void
  readonly stop: () => void
}

export interface RunParts {
  readonly variables: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** The operation to run if the document has several. */
  readonly operation: NamedOperation | undefined
  readonly kind: OperationKind | undefined
}

/** Runs the request of the tab, one at a time. Leaving the tab stops it. */
export function useRun(projectId: string): Runner {
  const [outcome, setOutcome] = useState<Outcome>()
  const [running, setRunning] = useState<AbortController>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const run = useCallback(
    (request: GraphqlDraft, { variables, headers, operation, kind = 'query' }: RunParts): void => {
      current.current?.abort()
      const abort = new AbortController()
      current.current = abort
      setRunning(abort)
      const isCurrent = (): boolean => current.current === abort
      const show = (next: Outcome): void => {
        if (isCurrent()) setOutcome(next)
      }
      const begun = performance.now()
      const body = {
        query: request.query,
        variables,
        ...(operation === undefined ? {} : { operationName: operation.name }),
      }
      const store = (response: string | null, status: number | null): void =>
        graphqlSent(projectId, request, {
          type: kind,
          response,
          status,
          timeTaken: Math.round(performance.now() - begun),
        })
      const answered = ({ status, text }: { readonly status: number; readonly text: string }): void => {
        store(text, status)
        show({ status, text, ms: performance.now() - begun })
      }
      const work = async (): Promise<void> => {
        if (kind !== 'subscription') {
          answered(await graphql.call(projectId, body, { headers, signal: abort.signal, writes: kind === 'mutation' }))
          return
        }
        let count = 0
        let events: readonly SubscriptionEvent[] = []
        show({ events, count })
        store(null, null)
        const refused = await graphql.subscribe(projectId, body, { headers, signal: abort.signal }, (text) => {
          count += 1
          events = [{ id: count, at: new Date().toISOString(), text }, ...events].slice(0, eventsShown)
          show({ events, count })
        })
        if (refused !== undefined) answered(refused)
      }
      work()
        .catch((error: unknown) => {
          if (isApiError(error, 'CANCELLED')) return
          store(null, null)
          show({ failure: sentenceOf(error) })
        })
        .finally(() => {
          if (isCurrent()) setRunning(undefined)
        })
    },
    [projectId],
  )

  return {
    outcome,
    isRunning: running !== undefined,
    run,
    stop: () => {
      running?.abort()
      setRunning(undefined)
    },
  }
}
