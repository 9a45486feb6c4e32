import { z } from 'zod'

/** A command of the page, as the native menus show it. */
export const menuCommand = z.strictObject({
  /** Id in `renderer/actions/`. */
  id: z.string().max(100),
  /** In the language of the reader. */
  label: z.string().max(200),
  /** Chord such as `Mod+Shift+D`; absent without keys. */
  keys: z.string().max(60).optional(),
  /** False if it can't run now. */
  enabled: z.boolean(),
})
export type MenuCommand = z.infer<typeof menuCommand>

/** A project for the dock menu and the jump list. */
export const menuProject = z.strictObject({ id: z.string().max(100), title: z.string().max(200) })
export type MenuProject = z.infer<typeof menuProject>

/** Content of the native menus that comes from the page. */
export const menuState = z.strictObject({
  commands: z.array(menuCommand).max(500),
  /** The projects that the user opened last. */
  projects: z.array(menuProject).max(10),
})
export type MenuState = z.infer<typeof menuState>
