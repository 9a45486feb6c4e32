import { registerCommands, shellCommands } from '@renderer/actions'
import { ProjectListFooter } from '@renderer/features/projects/ProjectListFooter'
import { problem, useProblem } from '@renderer/stores'
import { draw } from '@tests/helpers/renderer'
import { act, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T10:00:30Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const show = (repository?: string): void => {
  draw(
    <MemoryRouter>
      <ProjectListFooter repository={repository} />
    </MemoryRouter>,
  )
}

it('the text of the link to the repository changes every 60 seconds', () => {
  show('https://github.com/example/basalt')
  const text = () => screen.getByRole('link', { name: /GitHub/ }).textContent
  expect(text()).toBe('Star us on GitHub')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(text()).toBe('Ask and answer on GitHub')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(text()).toBe('Star us on GitHub')
  expect(screen.getByRole('link', { name: /GitHub/ }).getAttribute('href')).toBe('https://github.com/example/basalt')
})

it('without a public repository, the footer leads to the documentation and to a report only', () => {
  const end = registerCommands(shellCommands)
  show()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Documentation', 'See what’s new'])
  fireEvent.click(screen.getByRole('button', { name: 'Report a problem' }))
  expect(useProblem.getState().current).toEqual({ error: undefined, isAsked: true })
  act(problem.close)
  end()
})
