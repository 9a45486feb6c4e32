import { DocsPage } from '@renderer/features/docs/DocsPage'
import { readFileSync } from 'node:fs'
import { docPages, docPicture } from '@renderer/features/docs/library'
import { draw } from '@tests/helpers/renderer'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'

describe('the documentation', () => {
  const open = (address: string) => {
    const router = createMemoryRouter([{ path: '/docs/:page?', Component: DocsPage }], { initialEntries: [address] })
    draw(<RouterProvider router={router} />)
    return router
  }
  const heading = (level: number, name: string | RegExp) => screen.findByRole('heading', { level, name })

  it('lists its pages and opens one, whose title gets the focus', async () => {
    const router = open('/docs')
    const title = await heading(1, 'Documentation')
    expect(document.activeElement).toBe(title)
    fireEvent.click(within(screen.getByRole('article')).getByRole('link', { name: /^Boards/ }))
    expect(document.activeElement).toBe(await heading(1, 'Boards'))
    expect(router.state.location.pathname).toBe('/docs/kanban')
    expect(screen.getByRole('link', { name: 'Boards' }).getAttribute('aria-current')).toBe('page')
    await waitFor(() => expect(document.title).toBe('Boards · Basalt'))
  })

  it('names linked pages by their titles, and links between headings', async () => {
    const router = open('/docs/columns')
    await heading(1, 'Column types')
    const text = within(screen.getByRole('article'))
    expect(text.getAllByRole('link', { name: 'Calls over HTTP' })[0]?.getAttribute('href')).toBe('/docs/calls')
    fireEvent.click(text.getByRole('link', { name: 'Percent' }))
    expect(router.state.location).toMatchObject({ pathname: '/docs/columns', hash: '#percent' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Percent'))
    fireEvent.click(text.getByRole('link', { name: 'Link to “Rating”' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Rating'))
  })

  it('draws every page: no HTML, no file names as links, no comments of its sources', async () => {
    const router = open('/docs')
    await heading(1, 'Documentation')
    for (const { name, title } of docPages) {
      await router.navigate(`/docs/${name}`)
      await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(title))
      const links = [...document.querySelectorAll('article a')].map((link) => link.textContent)
      expect(links.filter((text) => text.endsWith('.md'))).toEqual([])
      expect(document.querySelector('article')?.textContent).not.toContain('<!--')
    }
  })

  it('copies code as it is written', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    open('/docs/graphql')
    const [first] = await screen.findAllByRole('button', { name: 'Copy the code' })
    if (first !== undefined) fireEvent.click(first)
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringContaining('curl -s "$BASALT/nc/$PROJECT')))
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  it('searches texts, opens the first result by Enter, and goes to others by the arrow keys', async () => {
    const router = open('/docs')
    const field = await screen.findByRole('searchbox', { name: 'Search the documentation' })
    fireEvent.change(field, { target: { value: 'copy paste' } })
    const results = await screen.findByRole('list', { name: 'Search results' })
    await screen.findByText(/^\d+ results?$/)
    field.focus()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    const [first] = within(results).getAllByRole('link')
    expect(document.activeElement).toBe(first)
    if (first !== undefined) fireEvent.keyDown(first, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(field)
    fireEvent.submit(screen.getByRole('search'))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/docs/grid', hash: '#copy-and-paste' }),
    )
    fireEvent.change(field, { target: { value: 'xyzzy' } })
    await screen.findByText(/^No page contains “xyzzy”/)
  })

  it('shows its pictures, in the version that fits the theme, and no others', async () => {
    open('/docs/grid')
    const picture = await screen.findByRole('img', { name: /^A table in the grid/ })
    expect(picture.getAttribute('src')).toMatch(/grid-light/)
    act(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
    await waitFor(() => expect(picture.getAttribute('src')).toMatch(/grid-dark/))
    document.documentElement.removeAttribute('data-mantine-color-scheme')
    expect(docPicture('https://example.com/images/grid-light.png', 'light')).toBeUndefined()
  })

  it('shows what is new, the newest change first', async () => {
    open('/docs/changelog')
    await heading(1, "What's new")
    await heading(2, /^In this version/)
    const lines = readFileSync('CHANGELOG.md', 'utf8').match(/^- \[Added\] .+/gm) ?? []
    // The first line of an entry, without the marks of Markdown and up to a link.
    const newest =
      lines
        .at(-1)
        ?.replace('- [Added] ', '')
        .replaceAll(/[`*]|\(?\[.*/g, '') ?? ''
    expect(newest).toMatch(/\S/)
    const added = await heading(3, /^Added/)
    const shown = added.nextElementSibling?.querySelector('li')?.textContent
    expect(shown?.slice(0, newest.length)).toBe(newest)
  })

  it('says when there is no such page', async () => {
    open('/docs/nowhere')
    await heading(1, 'There is no page called “nowhere”')
    fireEvent.click(within(screen.getByRole('article')).getByRole('link', { name: 'All pages' }))
    expect((await heading(1, 'Documentation')).textContent).toBe('Documentation')
  })
})
