import { messageOf, type useOperation } from '@renderer/api'
import { Button, EmptyState, ErrorState, Skeleton, TabMiddle, TabPage } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import styles from './work.module.css'

interface Listed {
  readonly id: string
}

/** The list of the tab and the chosen entry. */
export interface ShownWork<T extends Listed> {
  readonly list: readonly T[]
  /** Undefined for a new one. */
  readonly chosen: T | undefined
  /** Chooses an entry; the first one without an id. */
  readonly choose: (id?: string) => void
  readonly begin: () => void
}

export interface WorkTabProps<T extends Listed> {
  readonly label: string
  readonly query: Pick<ReturnType<typeof useOperation>, 'error' | 'isFetching' | 'refetch'> & {
    readonly data: { readonly list: readonly T[] } | undefined
  }
  /** Title of the error if the list can't be read. */
  readonly notRead: string
  /** For an empty list. */
  readonly none: { readonly title: string; readonly text: string; readonly action: string }
  /** Draws the list, the editor and the runs, which fill the columns of the tab. */
  readonly children: (shown: ShownWork<T>) => ReactNode
}

/** A tab with a list of jobs or automations, the chosen one, and its runs. */
export function WorkTab<T extends Listed>({ label, query, notRead, none, children }: WorkTabProps<T>) {
  const [chosenId, setChosenId] = useState<string>()
  const [isNew, setNew] = useState(false)
  const list = query.data?.list
  const chosen = isNew ? undefined : (list?.find(({ id }) => id === chosenId) ?? list?.[0])
  const choose = (id?: string): void => {
    setNew(false)
    setChosenId(id)
  }
  const begin = (): void => setNew(true)
  return (
    <TabPage label={label}>
      {query.error !== null && list === undefined ? (
        <div className={styles.problem}>
          <ErrorState
            title={notRead}
            text={messageOf(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </div>
      ) : list === undefined ? (
        <div className={styles.loading} aria-hidden="true">
          <Skeleton width={220} height={180} />
        </div>
      ) : list.length === 0 && !isNew ? (
        <TabMiddle>
          <EmptyState
            title={none.title}
            text={none.text}
            action={
              <Button size="md" kind="main" icon="plus" onClick={begin}>
                {none.action}
              </Button>
            }
          />
        </TabMiddle>
      ) : (
        <div className={styles.parts}>{children({ list, chosen, choose, begin })}</div>
      )}
    </TabPage>
  )
}
