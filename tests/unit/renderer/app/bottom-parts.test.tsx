import { FailedGrid } from '@renderer/features/records/frame/GridStates'
import { useHasBottomPart } from '@renderer/stores'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

function Snackbar() {
  return <p data-above={useHasBottomPart('loadError')}>Saved</p>
}

it('the snackbar stands above a load error while one is on the page', () => {
  const page = (failed: number) => (
    <>
      <Snackbar />
      {Array.from({ length: failed }, (_, at) => (
        <FailedGrid key={at} error={new Error('gone')} onRetry={() => undefined} />
      ))}
    </>
  )
  const { rerender } = render(page(0))
  const isAbove = () => screen.getByText('Saved').dataset['above']
  expect(isAbove()).toBe('false')
  rerender(page(2))
  expect(isAbove()).toBe('true')
  rerender(page(1))
  expect(isAbove()).toBe('true')
  rerender(page(0))
  expect(isAbove()).toBe('false')
})
