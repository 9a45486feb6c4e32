import { favourites, recents, useUsers } from '@renderer/stores'
import { beforeEach, describe, expect, it } from 'vitest'

const signIn = (email: string): void =>
  useUsers
    .getState()
    .userLoaded({ id: 1, email, emailVerified: false, firstName: null, lastName: null, isSuperAdmin: false, roles: {} })

describe('what a person marks in a project', () => {
  beforeEach(() => signIn('ada@example.com'))

  it('stays theirs, in this project, until it is unmarked', () => {
    favourites.toggle('p1', { table: 'tracks' })
    favourites.toggle('p1', { table: 'tracks', view: 'v1' })
    expect(favourites.of('p1')).toEqual([{ table: 'tracks' }, { table: 'tracks', view: 'v1' }])
    expect(favourites.of('p2')).toEqual([])
    signIn('bob@example.com')
    expect(favourites.of('p1')).toEqual([])
    signIn('ada@example.com')
    favourites.toggle('p1', { table: 'tracks' })
    expect(favourites.of('p1')).toEqual([{ table: 'tracks', view: 'v1' }])
    favourites.follow('p1', 'tracks', 'songs')
    expect(favourites.of('p1')).toEqual([{ table: 'songs', view: 'v1' }])
    expect(localStorage.getItem('app')).toContain('songs')
  })
})

describe('what was open lately', () => {
  beforeEach(() => signIn('cy@example.com'))

  it('is told the last one first, each once, thirty at most', () => {
    for (const table of ['a', 'b', 'a']) recents.visit('p', { table })
    recents.visit('p', { table: 'a', record: { key: '7', name: 'Low Water' } })
    recents.visit('p', { table: 'a', record: { key: '7', name: 'High Water' } })
    expect(recents.of('p')).toEqual([
      { table: 'a', record: { key: '7', name: 'High Water' } },
      { table: 'a' },
      { table: 'b' },
    ])
    for (let n = 0; n < 40; n += 1) recents.visit('p', { table: `t${n}` })
    expect(recents.of('p')).toHaveLength(30)
    expect(recents.of('p')[0]).toEqual({ table: 't39' })
  })
})
