import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, render } from '@testing-library/react'
import { Avatar, pictures } from '@renderer/ui'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  pictures.clear()
})

const picture = 'data:image/png;base64,AAAA'
const settle = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(100)
  })

it('loads the pictures of all avatars on a page with one request, and each once', async () => {
  const asked: (readonly string[])[] = []
  pictures.connect(async (emails) => {
    asked.push(emails)
    return emails.filter((email) => email.startsWith('ada')).map((email) => ({ email, picture }))
  })
  const people = ['ada@example.com', 'bob@example.com', 'ada@example.com', 'no address']
  const { container, rerender } = render(people.map((name, at) => <Avatar key={at} name={name} />))
  expect(container.querySelectorAll('[data-initials]')).toHaveLength(4)
  await settle()
  expect(asked).toEqual([['ada@example.com', 'bob@example.com']])
  expect(container.querySelectorAll('img')).toHaveLength(2)
  rerender(<Avatar name="bob@example.com" />)
  await settle()
  expect(asked).toHaveLength(1)
})

it('shows initials while pictures cannot be loaded, and tries again later', async () => {
  pictures.connect(() => Promise.reject(new Error('offline')))
  const first = render(<Avatar name="ada@example.com" />)
  await settle()
  expect(first.container.querySelectorAll('img')).toHaveLength(0)
  first.unmount()
  pictures.connect((emails) => Promise.resolve(emails.map((email) => ({ email, picture }))))
  const second = render(<Avatar name="ada@example.com" />)
  await settle()
  expect(second.container.querySelectorAll('img')).toHaveLength(1)
})

it('follows a new picture and a removed one', async () => {
  pictures.connect(() => Promise.resolve([]))
  const { container } = render(<Avatar name="ada@example.com" />)
  await settle()
  act(() => pictures.put('ada@example.com', picture))
  expect(container.querySelectorAll('img')).toHaveLength(1)
  act(() => pictures.put('ada@example.com', null))
  expect(container.querySelectorAll('img')).toHaveLength(0)
})
