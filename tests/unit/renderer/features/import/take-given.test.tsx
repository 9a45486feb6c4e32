import { asShown } from '@tests/helpers/as-shown'
import { takeGiven } from '@renderer/features/import'
import { useDropTargets, type DropTarget } from '@renderer/features/import/drop-target'
import { useImports } from '@renderer/features/import/import-store'
import { bindNavigation, useToasts, useUsers, type User } from '@renderer/stores'
import { afterEach, describe, expect, it, vi } from 'vitest'

const file = (name: string): File => new File(['a,b'], name)
const targetOf = () => {
  const take = vi.fn<DropTarget['take']>()
  return { take, target: { title: '', text: '', take } satisfies DropTarget }
}
const person = (roles: string): User =>
  ({ id: 1, email: 'a@example.com', roles, isSuperAdmin: false }) as unknown as User

const visited: string[] = []
bindNavigation((path) => void visited.push(path))
afterEach(() => {
  useDropTargets.setState({ target: undefined })
  useImports.setState({ request: undefined })
  useToasts.setState({ toasts: [] })
  visited.length = 0
})

describe('files that the system gave', () => {
  it('go to the open page at once', () => {
    const { take, target } = targetOf()
    useDropTargets.setState({ target })
    takeGiven([file('a.csv')])
    expect(take.mock.calls.map(([files]) => files.map(({ name }) => name))).toEqual([['a.csv']])
    expect(visited).toEqual([])
  })

  it('wait for a user to sign in, and go to the list of projects together', () => {
    useUsers.setState({ user: null })
    takeGiven([file('a.csv')])
    takeGiven([file('b.csv')])
    expect(visited).toEqual(['/projects'])
    const { take, target } = targetOf()
    useDropTargets.setState({ target })
    expect(take.mock.calls.map(([files]) => files.map(({ name }) => name))).toEqual([['a.csv', 'b.csv']])
    useDropTargets.setState({ target: targetOf().target })
    expect(take).toHaveBeenCalledTimes(1)
  })

  it('wait for an open import, so that its choices stay', () => {
    const { take, target } = targetOf()
    useDropTargets.setState({ target })
    useImports.setState({ request: { id: 1, projectId: 'p', source: { files: [] } } })
    takeGiven([file('a.csv')])
    expect([take.mock.calls.length, visited]).toEqual([0, []])
    useImports.setState({ request: undefined })
    expect(take).toHaveBeenCalledTimes(1)
  })

  it('are refused in a sentence where the user may not create projects', () => {
    useUsers.setState({ user: person('viewer') })
    takeGiven([file('a.csv')])
    expect(asShown(useToasts.getState()).toasts.map(({ text }) => text)).toEqual([
      "You may not create projects here, so a.csv can't be imported. Open a project, and drop the files on it.",
    ])
  })
})
