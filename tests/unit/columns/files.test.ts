import { describe, expect, it } from 'vitest'
import { attachment, attachmentText } from '@common/columns/types/attachment'
import { fileType, opensInBrowser, servedType } from '@common/columns/values/file-types'
import {
  fileListText,
  filesOf,
  filesOfListText,
  leadsToOtherProject,
  storedFileAddress,
  storedFileUrl,
  type AttachedFile,
} from '@common/columns/values/files'
import { columnOf } from './column'

const id = '0123456789abcdef0123456789abcdef'
const column = columnOf('Attachment')

describe('the address of a stored file', () => {
  it.each(['a.png', 'Ä 名 (1).png', "it's 100%.txt", 'b?c#d.txt', 'lone \ud800 half.txt'])(
    'names %j and is found again',
    (title) => {
      const url = storedFileUrl({ projectId: 'p_1', id }, title)
      expect(storedFileAddress(url)).toEqual({ projectId: 'p_1', id })
      expect(filesOf(JSON.stringify([{ title: 'x', url }]))).toHaveLength(1)
      expect(filesOfListText(fileListText([{ title: 'x', url }]))).toEqual([{ title: 'x', url }])
    },
  )

  it.each([
    '/dl/p/db/short/a.png',
    `/dl/p/other/${id}/a.png`,
    `https://example.com/dl/p/db/${id}/a.png`,
    `/dl/p/db/${id}/a/b.png`,
    `/dl/p/db/${id}`,
  ])('is not %s', (url) => {
    expect(storedFileAddress(url)).toBeUndefined()
  })

  it('is told from one of another project', () => {
    expect(leadsToOtherProject(`/dl/p_1/db/${id}/a.png`, 'p_1')).toBe(false)
    for (const url of [`/dl/p_2/db/${id}/a.png`, '/dl', '/dl/', '//dl/p_2/a', '/DL/p_2/a', '/dl/dl/p_1'])
      expect([url, leadsToOtherProject(url, 'p_1')]).toEqual([url, true])
    expect(leadsToOtherProject('https://example.com/dl/p_2/a', 'p_1')).toBe(false)
  })
})

describe('an entry of an attachment', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com/a',
    '/dl/p/../../x',
    '/dl/p/./x',
    '/dl/p/%2e%2E/x',
    '/dl/p%2f..%2fx',
    '/dl\\p',
    '/a b',
    '',
    '/user/me',
    '/dashboard/',
    '/nc/p/api/v1/t',
    '/dl/link/ticket/a.png',
    `/dl/p/other/${id}/a.png`,
    `/dl/../db/${id}/a.png`,
    `/dl/p/db/${id}/..`,
    `/dl/p/db/${id}/a?b`,
  ])('has no address like %j', (url) => {
    expect(filesOf(JSON.stringify([{ title: 'a', url }]))).toBeUndefined()
  })

  it('says its type and size as what they are, or not at all', () => {
    const of = (more: object) => filesOf(JSON.stringify([{ title: 'a', url: `/dl/p/db/${id}/a`, ...more }]))
    expect(of({ mimetype: 'image/png', size: 0 })).toHaveLength(1)
    for (const more of [{ size: '12' }, { size: -1 }, { mimetype: 7 }]) expect(of(more)).toBeUndefined()
  })
})

describe('files as a text', () => {
  const files: readonly AttachedFile[] = [
    { title: 'photo (1).png', url: `/dl/p/db/${id}/photo%20%281%29.png` },
    { title: 'b, c.pdf', url: 'https://example.com/b?x=1,2' },
  ]

  it('are names with addresses, and come back from it', () => {
    const text = `photo (1).png(/dl/p/db/${id}/photo%20%281%29.png), b, c.pdf(https://example.com/b?x=1,2)`
    expect(attachmentText(JSON.stringify(files))).toBe(text)
    expect(attachment.parseText(text, column, { locale: 'en' })).toEqual({ ok: true, value: JSON.stringify(files) })
  })

  it.each(['photo.png', 'a(b)', '(https://example.com)', 'a(javascript:alert(1))', 'a(https://example.com) b'])(
    'are not %j',
    (text) => {
      expect(attachment.parseText(text, column, { locale: 'en' })).toMatchObject({ ok: false })
    },
  )

  it('stay what they are when they list no files', () => {
    expect(attachmentText('old text')).toBe('old text')
  })
})

describe('what a file is', () => {
  it('follows from the ending of its name alone', () => {
    expect(fileType('A.PNG')).toEqual({ kind: 'image', mimetype: 'image/png' })
    expect(fileType('page.html').mimetype).toBe('text/html')
    expect(servedType(fileType('page.html'))).toBe('text/plain; charset=utf-8')
    for (const title of ['a', 'a.', 'a.exe', 'a.constructor', 'a.__proto__', '.png.sh.unknown'])
      expect(fileType(title)).toEqual({ kind: 'other', mimetype: 'application/octet-stream' })
  })

  it('is shown by a browser only where it cannot act', () => {
    for (const title of ['a.png', 'a.pdf', 'a.mp4', 'a.mp3', 'a.html'])
      expect(opensInBrowser(fileType(title))).toBe(true)
    for (const title of ['a.svg', 'a.zip', 'a.exe']) expect(opensInBrowser(fileType(title))).toBe(false)
  })
})
