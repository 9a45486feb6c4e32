import { z } from 'zod'
import type { ViewSettings } from './settings'
import { viewLimits, type PartialViewSettings, type ViewOptions } from './view'

/**
 * A patch of view options as in RFC 7396: missing keys stay, null removes a key, objects merge recursively. So users
 * who change different options don't overwrite each other.
 */
export const optionsPatch = z
  .record(z.string().max(100), z.json())
  .refine((patch) => JSON.stringify(patch).length <= viewLimits.optionsCharacters)
export type OptionsPatch = Readonly<z.infer<typeof optionsPatch>>

type Json = z.infer<ReturnType<typeof z.json>>
type JsonObject = { readonly [key: string]: Json }

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the patch that turns some options into others. */
export function optionsPatchOf(before: ViewOptions, after: ViewOptions): OptionsPatch {
  const entries = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): [string, Json][] => {
    const [from, to] = [own(before, key), own(after, key)]
    if (to === undefined || to === null) return from === undefined ? [] : [[key, null]]
    if (isObject(from) && isObject(to)) {
      const inner = optionsPatchOf(from, to)
      return Object.keys(inner).length === 0 ? [] : [[key, inner]]
    }
    return isSame(from, to) ? [] : [[key, to]]
  })
  return Object.fromEntries(entries)
}

/** Applies a patch to options. */
export function withOptionsPatch(options: ViewOptions, patch: OptionsPatch): ViewOptions {
  const patched = new Map<string, Json>(Object.entries(options))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) patched.delete(key)
    else if (isObject(value)) {
      const inner = patched.get(key)
      patched.set(key, withOptionsPatch(isObject(inner) ? inner : {}, value))
    } else patched.set(key, value)
  }
  return Object.fromEntries(patched)
}

/**
 * Rebases a change of options onto the current ones, so that changes of others stay. Lists whose items are identified
 * by a column or an id merge item by item; otherwise the later change wins.
 *
 * @param now  the current options, including changes of others
 */
export function rebasedOptions(before: ViewOptions, after: ViewOptions, now: ViewOptions): ViewOptions {
  const keys = [...new Set([...Object.keys(now), ...Object.keys(after)])]
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const value = rebased(own(before, key), own(after, key), own(now, key))
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/**
 * Rebases a change of settings onto the current ones. For example, undoing "hide field" shows this field and leaves
 * fields that others hid.
 *
 * @param now  all settings
 * @returns the settings of `after` in their rebased form
 */
export function rebasedSettings(
  before: PartialViewSettings,
  after: PartialViewSettings,
  now: ViewSettings,
): PartialViewSettings {
  const keys = Object.keys(after) as (keyof ViewSettings)[]
  return Object.fromEntries(
    keys.map((key) => [key, rebased(jsonOf(before[key]), jsonOf(after[key]), jsonOf(now[key]))]),
  ) as PartialViewSettings
}

/** Returns settings as they are serialized. */
const jsonOf = (value: unknown): Json | undefined =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json)

function rebased(before: Json | undefined, after: Json | undefined, now: Json | undefined): Json | undefined {
  if (isSame(before, after)) return now
  if (isSame(before, now)) return after
  if (isObject(after) && isObject(now)) return rebasedOptions(isObject(before) ? before : {}, after, now)
  const [from, to, current] = [before, after, now].map(itemsOf)
  return from && to && current ? rebasedItems(from, to, current) : after
}

type Items = ReadonlyMap<string, Json>

/** Returns the items of a list by identity; undefined if two have the same. */
function itemsOf(list: Json | undefined): Items | undefined {
  if (!Array.isArray(list)) return undefined
  const items = new Map(list.flatMap((item): [string, Json][] => [[nameOf(item) ?? '', item]]))
  return items.size === list.length && !items.has('') ? items : undefined
}

function nameOf(item: Json): string | undefined {
  if (typeof item === 'string') return item
  const name = isObject(item) ? (own(item, 'column') ?? own(item, 'id')) : undefined
  return typeof name === 'string' ? name : undefined
}

function rebasedItems(before: Items, after: Items, now: Items): Json[] {
  const isMoved = !isSame(
    [...before.keys()].filter((name) => after.has(name)),
    [...after.keys()].filter((name) => before.has(name)),
  )
  // The side that moved items decides the order. Items that the other side added follow their former predecessor.
  const [first, second] = isMoved ? [after, now] : [now, after]
  const names = [...first.keys()]
  let previous: string | undefined
  for (const name of second.keys()) {
    if (!first.has(name)) names.splice(previous === undefined ? 0 : names.indexOf(previous) + 1, 0, name)
    previous = name
  }
  return names.flatMap((name): Json[] => {
    const isGone = before.has(name) && !(after.has(name) && now.has(name))
    const item = rebased(before.get(name), after.get(name), now.get(name))
    return isGone || item === undefined ? [] : [item]
  })
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined
