import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { useFocusOfPainter } from '@renderer/features/grid/glide/glide-hooks'
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

describe('The focus of a painter that waits for its rows', () => {
  let canvas: HTMLElement
  let field: HTMLElement

  beforeEach(() => {
    canvas = document.createElement('button')
    field = document.createElement('input')
    document.body.append(canvas, field)
  })

  /** Asks for the focus before the painter is there, then lets it come. */
  function comeAfter(meanwhile: () => void): void {
    const editor: { current: DataEditorRef | null } = { current: null }
    const { result, rerender } = renderHook(({ isWaiting }) => useFocusOfPainter(editor, isWaiting), {
      initialProps: { isWaiting: true },
    })
    result.current()
    meanwhile()
    editor.current = { focus: () => canvas.focus() } as DataEditorRef
    rerender({ isWaiting: false })
  }

  it('comes with the painter', () => {
    comeAfter(() => undefined)
    expect(document.activeElement).toBe(canvas)
  })

  it('stays where it has moved meanwhile, such as in a dialog', () => {
    comeAfter(() => field.focus())
    expect(document.activeElement).toBe(field)
  })
})
