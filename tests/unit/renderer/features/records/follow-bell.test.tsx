import { asShown } from '@tests/helpers/as-shown'
import { client, queryClient } from '@renderer/api'
import { FollowBell } from '@renderer/features/records/comments/FollowBell'
import { useToasts } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let following: boolean
let fails: boolean

beforeEach(() => {
  queryClient.clear()
  useToasts.setState({ toasts: [] })
  following = false
  fails = false
  vi.spyOn(client, 'call').mockImplementation((async (name: string, args: { following: boolean }) => {
    if (name === 'recordFollow' && fails) throw new Error('The server is gone.')
    if (name === 'recordFollow') following = args.following
    return { following }
  }) as never)
  draw(
    <QueryClientProvider client={queryClient}>
      <FollowBell projectId="shop" table="tracks" rowId="1" />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})

const bell = () => screen.getByRole('button', { name: 'Follow this record' })
const pressed = () => bell().getAttribute('aria-pressed')
const ready = () => waitFor(() => expect(bell().hasAttribute('disabled')).toBe(false))

it('is pressed while the person follows the record', async () => {
  await ready()
  expect(pressed()).toBe('false')
  fireEvent.click(bell())
  await waitFor(() => expect([pressed(), following]).toEqual(['true', true]))
  await waitFor(() => expect(bell().getAttribute('aria-busy')).toBeNull())
  fireEvent.click(bell())
  await waitFor(() => expect([pressed(), following]).toEqual(['false', false]))
})

it('goes back and says so when the change fails', async () => {
  await ready()
  fails = true
  fireEvent.click(bell())
  await waitFor(() => expect(asShown(useToasts.getState()).toasts).toHaveLength(1))
  await waitFor(() => expect(pressed()).toBe('false'))
})
