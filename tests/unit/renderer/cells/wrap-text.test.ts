import { linesIn, wrapText } from '@renderer/cells/wrap-text'
import { describe, expect, it } from 'vitest'

/** Every sign is one wide. */
const context = (): CanvasRenderingContext2D =>
  ({
    font: `400 ${Math.random()}px test`,
    measureText: (text: string) => ({ width: text.length }),
  }) as unknown as CanvasRenderingContext2D

describe('text in higher rows', () => {
  it('has as many lines as there is room for', () => {
    expect([28, 48, 72, 112].map(linesIn)).toEqual([1, 2, 3, 5])
  })

  it.each<[string, number, number, readonly string[]]>([
    ['one two three four', 8, 3, ['one two', 'three', 'four']],
    ['one two three four', 8, 2, ['one two', 'three f…']],
    ['one\ntwo', 8, 3, ['one', 'two']],
    ['one\n\ntwo', 8, 3, ['one', '', 'two']],
    ['one\ntwo\nthree', 8, 2, ['one', 'two…']],
    ['unbelievable', 5, 3, ['unbel', 'ievab', 'le']],
    ['unbelievable', 5, 2, ['unbel', 'ieva…']],
    ['日本語のテキスト', 4, 2, ['日本語の', 'テキスト']],
    ['😀😀😀', 3, 3, ['😀', '😀', '😀']],
    ['fits', 8, 2, ['fits']],
    ['ends with breaks\n\n\n', 20, 3, ['ends with breaks']],
    ['', 8, 2, ['']],
  ])('%j in %d by %d reads %j', (text, width, lines, expected) => {
    expect(wrapText(context(), text, width, lines)).toEqual(expected)
  })
})
