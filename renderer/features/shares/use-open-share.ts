import type { OpenedShare } from '@common/operations/shares'
import { client, isApiError, operationKey, queryClient, type ApiError } from '@renderer/api'
import { baseOpened, visitorTokens } from '@renderer/stores'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Tokens of visits last an hour. */
const renewedEveryMs = 20 * 60_000

/** State of a link for visitors: closed, waiting for a password, or open. */
export type ShareState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'password' }
  | { readonly kind: 'code' }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly retry: () => void }
  | { readonly kind: 'open'; readonly share: OpenedShare }

const keyOf = (link: string): readonly unknown[] => operationKey('shareOpen', { link })

/** Opens a link. The state follows the link: it can be closed while the page shows it. */
export function useOpenShare(link: string): ShareState {
  const { data, error, refetch } = useQuery<OpenedShare, ApiError>({
    queryKey: keyOf(link),
    queryFn: async ({ signal }) => {
      const visitor = visitorTokens.of(link)
      try {
        return arrived(
          link,
          await client.call('shareOpen', { link, ...(visitor !== undefined && { visitor }) }, { signal, silent: true }),
        )
      } catch (error) {
        if (isApiError(error, 'SHARE_PASSWORD_NEEDED') || isApiError(error, 'SHARE_CODE_NEEDED'))
          visitorTokens.dropped(link)
        throw error
      }
    },
    refetchInterval: renewedEveryMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
  useForgottenAnswers(link)
  const isOver = useEnd(data?.expiresAt ?? null, refetch)
  if (isApiError(error, 'SHARE_PASSWORD_NEEDED')) return { kind: 'password' }
  if (isApiError(error, 'SHARE_CODE_NEEDED')) return { kind: 'code' }
  if (isApiError(error, 'SHARE_CLOSED') || isOver) return { kind: 'closed' }
  if (data !== undefined) return { kind: 'open', share: data }
  return error === null ? { kind: 'opening' } : { kind: 'failed', error, retry: () => void refetch() }
}

function arrived(link: string, share: OpenedShare): OpenedShare {
  visitorTokens.given(link, share.visitor.token)
  if (share.kind === 'base') baseOpened(link, share.projectId)
  return share
}

/** True if a link has expired and doesn't open again: the server of a share on the network is gone by then. */
function useEnd(expiresAt: string | null, refetch: () => Promise<{ readonly isError: boolean }>): boolean {
  const [ended, setEnded] = useState<string | null>(null)
  useEffect(() => {
    if (expiresAt === null) return undefined
    const leftMs = Date.parse(expiresAt) - Date.now()
    if (leftMs > longestTimerMs) return undefined
    // The end may have moved, and clocks differ.
    const timer = setTimeout(
      () => void refetch().then(({ isError }) => setEnded(isError ? expiresAt : null)),
      Math.max(0, leftMs),
    )
    return () => clearTimeout(timer)
  }, [expiresAt, refetch])
  return ended !== null && ended === expiresAt
}

/** Browsers end longer timers at once. */
const longestTimerMs = 2 ** 31 - 1

/** Opens a link with its password, or with the code of a share on the network. @throws ApiError */
export async function enterPassword(link: string, password: string): Promise<void> {
  const share = await client.call('shareOpen', { link, password }, { silent: true })
  queryClient.setQueryData<OpenedShare>(keyOf(link), arrived(link, share))
  // Clears the error of the question.
  await queryClient.invalidateQueries({ queryKey: keyOf(link) })
}

/** Answers for a visitor differ from those for a member, who may use the same window before or afterwards. */
function useForgottenAnswers(link: string): void {
  useEffect(() => {
    const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
      JSON.stringify(queryKey) !== JSON.stringify(keyOf(link))
    queryClient.removeQueries({ predicate: isOther })
    return () => queryClient.removeQueries()
  }, [link])
}
