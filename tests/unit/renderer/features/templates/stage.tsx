import { queryClient } from '@renderer/api'
import { useUsers } from '@renderer/stores'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'

/** A server that answers operations by their name, for a user who may create projects. */
export interface TemplateStage {
  answers: Record<string, Answer | Promise<Answer>>
  /** Facts of the installation that differ from the usual ones. */
  installation: { readonly firstUser?: boolean }
  /** Names of the called operations, in order. */
  readonly asked: () => string[]
  /** Returns the body of the first call of an operation. */
  readonly bodyOf: (name: string) => unknown
}

/** Prepares user and server before each test of a file. */
export function stageTemplates(answers: () => TemplateStage['answers']): TemplateStage {
  let server: ReturnType<typeof fakeServer>
  const nameOf = (path: string): string => operationIn(path).name
  const stage: TemplateStage = {
    answers: {},
    installation: {},
    asked: () => server.asked.map(({ path }) => (/authType|auth\/type/.test(path) ? 'authType' : nameOf(path))),
    bodyOf: (name) => server.asked.find(({ path }) => nameOf(path) === name)?.body,
  }
  beforeEach(() => {
    queryClient.clear()
    useUsers.setState({
      token: 't',
      user: {
        id: 1,
        email: 'mina@harbour.example',
        firstName: null,
        lastName: null,
        emailVerified: false,
        isSuperAdmin: false,
        roles: { user: true },
      },
      previewAs: null,
      role: null,
    })
    stage.answers = answers()
    stage.installation = {}
    server = fakeServer(({ path }) => {
      if (/authType|auth\/type/.test(path))
        return { body: { authType: 'jwt', firstUser: false, projectHasDb: true, ...stage.installation } }
      return stage.answers[nameOf(path)] ?? { status: 404, body: { code: 'NOT_FOUND', msg: 'no' } }
    })
    vi.stubGlobal('fetch', server.send)
  })
  afterEach(() => vi.unstubAllGlobals())
  return stage
}

/** Renders with the cache of operations. */
export const drawWithQueries = (children: ReactNode) =>
  draw(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>)

/** Renders a page of templates at an address; other addresses show the word elsewhere. */
export function drawAt(address: string, page: ReactNode) {
  const router = createMemoryRouter(
    [
      { path: '/project/templates/:id?', element: page },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  drawWithQueries(<RouterProvider router={router} />)
  return router
}
