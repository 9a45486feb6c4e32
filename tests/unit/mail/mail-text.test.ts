import { message } from '@common/messages'
import { mailText } from '@main/lib/mail-text'
import { baseAddress } from '@main/lib/base-address'
import { expect, describe, it } from 'vitest'

const content = {
  subject: message('mail.test.subject'),
  paragraphs: [message('mail.test.text')],
  reason: message('mail.test.reason'),
}

describe('a mail', () => {
  it('is plain text with the address of its button in full', () => {
    const { text } = mailText(
      { ...content, action: { label: message('mail.test.subject'), link: 'https://b.example.com/dashboard/#/a' } },
      'en',
    )
    expect(text).toBe(
      [
        "Basalt can send mail. You don't need to do anything.",
        'Test mail from Basalt:\nhttps://b.example.com/dashboard/#/a',
        '-- \nYou get this mail because you tested the mail settings of Basalt.\n',
      ].join('\n\n'),
    )
  })

  it('shows texts of people as text, not as markup or headers', () => {
    const attack = '<img src=x onerror="alert(1)">\r\nBcc: eve@example.com'
    const { html, subject } = mailText({ ...content, quote: attack, facts: [[attack, attack]] }, 'en')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
    expect(subject).not.toMatch(/[\r\n]/)
  })

  it('is in English where a language has no texts', () => {
    expect(mailText(content, 'xx').subject).toBe('Test mail from Basalt')
  })
})

describe('the address of this Basalt', () => {
  it.each([
    ['https://basalt.example.com', 'https://basalt.example.com'],
    [' https://Basalt.example.com/ ', 'https://basalt.example.com'],
    ['http://10.0.0.5:8080/dashboard/', 'http://10.0.0.5:8080'],
    ['https://example.com/basalt/dashboard', 'https://example.com/basalt'],
    ['https://example.com/dashboard/#/', 'https://example.com'],
    ['javascript:alert(1)', undefined],
    ['example.com', undefined],
    ['https://user:secret@example.com', undefined],
    ['https://example.com/?a=1', undefined],
  ])('%s is %s', (given, address) => {
    expect(baseAddress(given)).toBe(address)
  })
})
