import { parseTemplate, templateLimits, type StoredTemplate } from '@common/templates'
import { client } from '@renderer/api'
import { create } from 'zustand'

/** A template from a file or an address. It isn't in the gallery. */
export interface OpenedTemplate {
  /** Name of the file, or the address. */
  readonly source: string
  readonly template: StoredTemplate
}

/** The template that the user opened last, until the window closes. */
export const useOpenedTemplate = create<{ readonly opened: OpenedTemplate | undefined }>(() => ({ opened: undefined }))

export const openedTemplate = {
  show: (opened: OpenedTemplate): void => useOpenedTemplate.setState({ opened }),
  close: (): void => useOpenedTemplate.setState({ opened: undefined }),
}

/**
 * Reads a template from a file.
 *
 * @returns undefined if the file is too large, or isn't a template
 */
export async function readTemplateFile(file: File): Promise<OpenedTemplate | undefined> {
  if (file.size > templateLimits.bytes) return undefined
  const template = parseTemplate(await file.text())
  return template && { source: file.name, template: titled(template, file.name.replace(/\.json$/i, '')) }
}

/** Reads a template from an address, through the server. @throws ApiError */
export async function fetchTemplate(url: string): Promise<OpenedTemplate> {
  const { template } = await client.call('templateFetch', { url }, { silent: true })
  return { source: url, template: titled(template, url) }
}

/** A project of the template needs a title. */
const titled = (template: StoredTemplate, title: string): StoredTemplate =>
  template.title.trim() === '' ? { ...template, title } : template
