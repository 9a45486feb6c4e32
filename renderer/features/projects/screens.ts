import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const projectList = async () => (await withTexts(import('./ProjectListPage'), ['projects'])).ProjectListPage
const newProject = async () => (await withTexts(import('./NewProjectPage'), ['projects'])).NewProjectPage
const connection = async () =>
  (await withTexts(import('./connection'), ['projects', 'connectionFailures', 'connectionTest'])).ConnectionPage

export const screens: readonly Screen[] = [
  { path: '/projects', layout: 'default', guard: 'member', page: projectList },
  { path: '/project/name', layout: 'default', guard: 'member', page: newProject },
  { path: '/project/xcdb', layout: 'default', guard: 'member', page: connection },
]
