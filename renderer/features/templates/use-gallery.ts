import type { TemplateEntry } from '@common/operations/templates'
import { messageOf, useOperation } from '@renderer/api'
import { notePageEvent } from '@renderer/stores'
import { useEffect } from 'react'
import { countCategories, isSaved, type CategoryCount } from './gallery-list'

export interface Gallery {
  /** Undefined until it is loaded. */
  readonly list: readonly TemplateEntry[] | undefined
  /** The other service that the templates come from; null for this server. */
  readonly host: string | null
  readonly categories: readonly CategoryCount[]
  /** Number of templates that the user has saved. */
  readonly saved: number
  readonly isLoading: boolean
  /** True if the templates could not be loaded. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Loads templates and categories. A failure goes to the log of the window alone (S2 §7), and the page offers a retry. */
export function useGallery(): Gallery {
  const templates = useOperation('templateList', {}, { silent: true })
  const categories = useOperation('templateCategoryList', {}, { silent: true })
  useLogged('templates', templates.error)
  useLogged('categories of templates', categories.error)
  const list = templates.data?.list
  return {
    list,
    host: templates.data?.host ?? null,
    categories: categories.data?.list ?? countCategories(list ?? []),
    saved: list?.filter(isSaved).length ?? 0,
    isLoading: list === undefined && (templates.isPending || templates.isFetching),
    hasFailed: list === undefined && templates.isError && !templates.isFetching,
    retry: () => {
      void templates.refetch()
      if (categories.isError) void categories.refetch()
    },
  }
}

function useLogged(what: string, error: unknown): void {
  useEffect(() => {
    if (error !== null) notePageEvent(`loading ${what} failed: ${messageOf(error)}`)
  }, [what, error])
}
