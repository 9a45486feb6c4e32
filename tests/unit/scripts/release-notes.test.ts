import { describe, expect, it } from 'vitest'

/** The commands are plain JavaScript. */
const file = new URL('../../../scripts/lib/release-notes.mjs', import.meta.url).href
const { releaseNotesOf } = (await import(/* @vite-ignore */ file)) as {
  readonly releaseNotesOf: (changelog: string, version: string) => string
}

const changelog = `# Changelog

## Unreleased

- [Added] Later

## 1.1.0, 2026-11-28

- [Added] Export as Parquet
- [Fixed] A sum

### For scripts

- [Added] A call

## v1.1.0-beta.1

- [Added] Export as Parquet

## 1.0.0
`

describe('the notes of a release', () => {
  it.each([
    ['1.1.0', '- [Added] Export as Parquet\n- [Fixed] A sum\n\n### For scripts\n\n- [Added] A call'],
    ['1.1.0-beta.1', '- [Added] Export as Parquet'],
    ['1.0.0', ''],
    ['2.0.0', ''],
  ])('of %s are the lines below its heading', (version, notes) => {
    expect(releaseNotesOf(changelog, version)).toBe(notes)
  })
})
