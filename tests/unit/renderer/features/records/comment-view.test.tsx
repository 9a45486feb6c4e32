import { CommentText } from '@renderer/features/records/comments/CommentText'
import { draw } from '@tests/helpers/renderer'
import { describe, expect, it } from 'vitest'

describe('a comment', () => {
  const view = (text: string, mentions: readonly string[] = []): Element => {
    const { container } = draw(<CommentText text={text} mentions={mentions} />)
    return container.querySelector('[dir=auto]') ?? container
  }

  it('has its marks laid out', () => {
    const shown = view('**Bold** and `code`\n\n- one\n- two')
    expect(shown.querySelector('strong')?.textContent).toBe('Bold')
    expect(shown.querySelector('code')?.textContent).toBe('code')
    expect([...shown.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['one', 'two'])
  })

  it('names people within the marks, and takes no address of theirs for a link', () => {
    const shown = view('Ask **@ada.byron@example.com** or @bo@example.com.', [
      'ada.byron@example.com',
      'bo@example.com',
    ])
    expect(shown.textContent).toBe('Ask @Ada Byron or @Bo.')
    expect(shown.querySelector('strong')?.textContent).toBe('@Ada Byron')
    expect(shown.querySelector('a')).toBeNull()
    expect(view('`@bo@example.com`', ['bo@example.com']).textContent).toBe('@Bo')
  })

  it('is text and nothing else', () => {
    const shown = view('<img src=x onerror=alert(1)> [x](javascript:alert(1)) \ue0000\ue001')
    expect(shown.querySelector('img, a')).toBeNull()
    expect(shown.textContent).toContain('<img src=x onerror=alert(1)>')
  })
})
