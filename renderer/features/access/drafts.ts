import { create } from 'zustand'
import type { RoleRules } from './rules'

/** Unsaved rules by table and role. */
export type Drafts = Readonly<Record<string, RoleRules>>

export const draftKey = (table: string, role: string): string => `${role}\n${table}`

const none: Drafts = {}

/** Unsaved rules of projects. They survive a closed tab, but not a reload. */
export const useDrafts = create<{ readonly byProject: Readonly<Record<string, Drafts>> }>(() => ({ byProject: {} }))

export const draftsOf = (projectId: string) => (state: { readonly byProject: Readonly<Record<string, Drafts>> }) =>
  state.byProject[projectId] ?? none

export const drafts = {
  /** Sets unsaved rules; undefined drops them. */
  put: (projectId: string, changed: Readonly<Record<string, RoleRules | undefined>>): void =>
    useDrafts.setState(({ byProject }) => {
      const next: Record<string, RoleRules> = { ...byProject[projectId] }
      for (const [key, rules] of Object.entries(changed)) {
        if (rules === undefined) delete next[key]
        else next[key] = rules
      }
      return { byProject: { ...byProject, [projectId]: next } }
    }),
  clear: (projectId: string): void =>
    useDrafts.setState(({ byProject }) => {
      const { [projectId]: _cleared, ...others } = byProject
      return { byProject: others }
    }),
}
