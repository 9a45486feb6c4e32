import type { StoredTemplate } from '@common/templates'
import { saveFile } from '@renderer/ui'

/** Returns a file name that every system takes: `Record store` → `record-store.json`. */
export function templateFileName(title: string): string {
  const name = title
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${name === '' ? 'template' : [...name].slice(0, 80).join('')}.json`
}

/** Saves a template as a JSON file, which the gallery can open again. */
export function saveTemplateFile(template: StoredTemplate): void {
  const text = JSON.stringify(template, undefined, 2)
  saveFile(new Blob([text], { type: 'application/json' }), templateFileName(template.title))
}
