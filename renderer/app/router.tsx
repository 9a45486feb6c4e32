import { layouts, type Layout, type Screen } from '@renderer/actions'
import { translated } from '@renderer/i18n'
import { isEmbedded, useInstallation, takeDestination, rememberDestination, useUsers } from '@renderer/stores'
import type { ComponentType } from 'react'
import {
  createHashRouter,
  createMemoryRouter,
  redirect,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router-dom'
import { ready } from './boot'
import { decide } from './guard'
import { DefaultLayout } from './layouts/DefaultLayout'
import { RootFrame } from './RootFrame'
import { ChunkErrorPage, RootErrorPage, RouteErrorPage } from './RouteErrorPage'
import { screens } from './routes'
import { StartScreen } from './StartScreen'

const layoutComponents: Readonly<Record<Layout, () => Promise<ComponentType>>> = {
  // Nearly every page has it.
  default: () => Promise.resolve(DefaultLayout),
  empty: async () => (await import('./layouts/EmptyLayout')).EmptyLayout,
  error: async () => (await import('./layouts/PublicLayout')).ErrorLayout,
  public: async () => (await import('./layouts/PublicLayout')).PublicLayout,
  shared: async () => (await import('./layouts/PublicLayout')).SharedLayout,
}

/** Returns the routes of the screens, under their layouts, so that the frame stays mounted while its pages change. */
export function buildRoutes(list: readonly Screen[] = screens): RouteObject[] {
  return [
    {
      Component: translated(RootFrame),
      ErrorBoundary: translated(RootErrorPage),
      HydrateFallback: StartScreen,
      children: layouts.map((layout) => ({
        lazy: () => load(layoutComponents[layout]),
        children: list
          .filter((screen) => screen.layout === layout)
          .map((screen) => ({
            path: screen.path,
            // The empty layout leaves the landmarks to its pages.
            ErrorBoundary: translated(layout === 'empty' ? RootErrorPage : RouteErrorPage),
            loader: (args: LoaderFunctionArgs) => guard(screen, args),
            lazy: () => load(screen.page),
          })),
      })),
    },
  ]
}

/** The router draws nothing for a page whose code is missing, so an error page replaces it. */
async function load(page: () => Promise<ComponentType>): Promise<{ Component: ComponentType }> {
  const found = await page().catch((error: unknown) => () => <ChunkErrorPage error={error} />)
  return { Component: translated(found) }
}

async function guard(screen: Screen, { request }: LoaderFunctionArgs): Promise<null> {
  await ready()
  const { pathname, search } = new URL(request.url)
  const { token, user } = useUsers.getState()
  const decision = decide(screen.guard, pathname, { info: useInstallation.getState().info, token, user })
  switch (decision.kind) {
    case 'show':
      return null
    case 'redirect':
      throw redirect(decision.to)
    case 'signIn':
      // A superseded navigation (a sign-out) must not save its destination.
      if (!request.signal.aborted) rememberDestination(pathname + search)
      throw redirect(decision.to)
    case 'enter':
      throw redirect(takeDestination())
  }
}

const framePath = '/nc/view/*'

/** S1 §2: the router works in hash mode. In a frame of another site there is one page, whatever the address says. */
export function createAppRouter() {
  if (!isEmbedded()) return createHashRouter(buildRoutes())
  const frame = screens.filter(({ path }) => path === framePath)
  return createMemoryRouter(buildRoutes(frame), { initialEntries: ['/nc/view/embedded'] })
}
