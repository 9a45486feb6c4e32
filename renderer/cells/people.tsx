import { createContext, useContext, type ReactNode } from 'react'

/** A person that a cell can name. */
export interface Person {
  readonly email: string
}

const People = createContext<readonly Person[]>([])

/** Provides the people that the editors below can offer. */
export function PeopleProvider({
  people,
  children,
}: {
  readonly people: readonly Person[]
  readonly children: ReactNode
}) {
  return <People value={people}>{children}</People>
}

export function usePeople(): readonly Person[] {
  return useContext(People)
}
