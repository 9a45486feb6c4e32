import { aggregateAsked } from '@common/views/aggregates'
import { ownValue } from '@common/util/own-value'
import { isApiError } from '@renderer/api'
import { useAfterFirstRows } from '@renderer/stores'
import { useEffect, useMemo, useState } from 'react'
import { readFigures, type FigureQuery } from '@renderer/features/records/group/group-api'
import { rowFilter } from '@renderer/features/records/rows/row-api'
import type { GridSession } from '@renderer/features/records/session/session'

export interface Figures {
  /** Undefined until the first response. Stale figures stay visible during a refetch. */
  readonly answer: { readonly count: number; readonly figures: Readonly<Record<string, unknown>> } | undefined
  readonly isLoading: boolean
  readonly error: unknown
}

/** Debounces successive changes into one request. */
const settlesAfterMs = 250
const nothing: Figures = { answer: undefined, isLoading: false, error: undefined }

/** Loads figures over all rows of the view; refetches after every change of rows. */
export function useFigures({ projectId, table, query, columns, settings, model }: GridSession): Figures {
  const [figures, setFigures] = useState(nothing)
  const { aggregates } = settings
  const chosen = JSON.stringify(
    columns.flatMap(({ id, title }) => {
      const aggregate = ownValue(aggregates, id)
      return aggregate === undefined ? [] : [aggregateAsked(title, aggregate) ?? null]
    }),
  )
  const isTime = useAfterFirstRows()
  const asked = useMemo<FigureQuery | undefined>(() => {
    const list = JSON.parse(chosen) as (FigureQuery['aggregates'][number] | null)[]
    if (list.length === 0 || query.isPending === true || !isTime) return undefined
    return { projectId, table, filter: rowFilter(query), aggregates: list.filter((each) => each !== null) }
  }, [projectId, table, query, chosen, isTime])
  useEffect(() => {
    if (asked === undefined) {
      setFigures(nothing)
      return undefined
    }
    let request: AbortController | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (): void => {
      request?.abort()
      const own = new AbortController()
      request = own
      setFigures(({ answer, error }) => ({ answer, error, isLoading: true }))
      readFigures(asked, own.signal).then(
        (answer) => {
          if (request === own) setFigures({ answer, isLoading: false, error: undefined })
        },
        (error: unknown) => {
          if (request === own && !own.signal.aborted && !isApiError(error, 'CANCELLED'))
            setFigures({ answer: undefined, isLoading: false, error })
        },
      )
    }
    read()
    const end = model.rows.subscribe(({ kind }) => {
      if (kind !== 'data') return
      clearTimeout(timer)
      timer = setTimeout(read, settlesAfterMs)
    })
    return () => {
      end()
      clearTimeout(timer)
      request?.abort()
    }
  }, [asked, model])
  return figures
}
