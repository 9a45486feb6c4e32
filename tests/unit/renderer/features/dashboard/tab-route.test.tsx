import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TableSummary } from '@common/model'
import { TabRoute } from '@renderer/features/dashboard/use-tab-route'
import { useTabs } from '@renderer/features/tabs'
import { noTabs } from '@renderer/features/tabs/tabs-store'

const named = (name: string, order: number): TableSummary => ({ name, title: name, type: 'table', order })

describe('tables that an address names', () => {
  beforeEach(() => useTabs.setState(noTabs, true))

  const open = (address: string, tables: readonly TableSummary[] | undefined) => {
    const page = (list: readonly TableSummary[] | undefined) => (
      <MemoryRouter initialEntries={[`/nc/shop?type=table&name=${address}&dbalias=db`]}>
        <TabRoute projectId="shop" projectType="rest" tables={list} permissions={new Set()} />
      </MemoryRouter>
    )
    const { rerender } = render(page(tables))
    return (list: readonly TableSummary[]): void => rerender(page(list))
  }
  const openNames = (): string[] => useTabs.getState().tabs.map(({ name }) => name)

  it('open in any letter case', async () => {
    open('FILM', [named('actor', 1), named('Film', 2)])
    await waitFor(() => expect(openNames()).toEqual(['Film']))
  })

  it('are the exact ones, where two differ in letter case only', async () => {
    open('film', [named('FILM', 1), named('film', 2)])
    await waitFor(() => expect(openNames()).toEqual(['film']))
  })

  it('get the name of the list, when it comes after the tab', async () => {
    const list = open('FILM', [])
    await waitFor(() => expect(openNames()).toEqual(['FILM']))
    list([named('Film', 1)])
    await waitFor(() => expect(openNames()).toEqual(['Film']))
  })
})
