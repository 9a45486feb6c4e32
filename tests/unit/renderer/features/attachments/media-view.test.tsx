import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MediaView } from '@renderer/features/attachments/MediaView'
import { draw } from '@tests/helpers/renderer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let nowMs = 0
beforeEach(() => {
  nowMs = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => vi.restoreAllMocks())

function show(renew: () => Promise<string>) {
  const onBroken = vi.fn<() => void>()
  draw(<MediaView kind="video" title="Film" address="/dl/link/1/film.mp4" renew={renew} onBroken={onBroken} />)
  const film = screen.getByLabelText<HTMLVideoElement>('Film')
  return { film, onBroken }
}

it('goes on with a new address at the same place when the former one has ended', async () => {
  const { film, onBroken } = show(() => Promise.resolve('/dl/link/2/film.mp4'))
  film.currentTime = 754
  nowMs += 6 * 60_000
  fireEvent.error(film)
  await waitFor(() => expect(film.getAttribute('src')).toBe('/dl/link/2/film.mp4'))
  // A browser begins at the start of a new source.
  film.currentTime = 0
  fireEvent.loadedMetadata(film)
  expect(film.currentTime).toBe(754)
  film.currentTime = 10
  fireEvent.loadedMetadata(film)
  expect(film.currentTime).toBe(10)
  expect(onBroken).not.toHaveBeenCalled()
})

it('gives up a file that fails at once, also with a new address', async () => {
  const renew = vi.fn<() => Promise<string>>(() => Promise.resolve('/dl/link/2/film.mp4'))
  const { film, onBroken } = show(renew)
  fireEvent.error(film)
  expect([onBroken.mock.calls.length, renew.mock.calls.length]).toEqual([1, 0])
  nowMs += 6 * 60_000
  fireEvent.error(film)
  await waitFor(() => expect(film.getAttribute('src')).toBe('/dl/link/2/film.mp4'))
  fireEvent.error(film)
  expect([onBroken.mock.calls.length, renew.mock.calls.length]).toEqual([2, 1])
})

it('gives up if there is no new address', async () => {
  const { film, onBroken } = show(() => Promise.reject(new Error('Signed out')))
  nowMs += 6 * 60_000
  fireEvent.error(film)
  await waitFor(() => expect(onBroken).toHaveBeenCalledTimes(1))
})
