import { formLimits, type FieldPart, type FormPart, type SectionPart } from '@common/views/form'

/** Returns the id of a part: the column of a field, the id of a section. */
export const partId = (part: FormPart): string =>
  part.kind === 'section' ? `section ${part.id}` : `field ${part.column ?? ''}`
export const fieldId = (column: string): string => `field ${column}`

/** A part at another place. */
export function movedPart(parts: readonly FormPart[], id: string, to: number): FormPart[] {
  const part = parts.find((one) => partId(one) === id)
  if (part === undefined) return [...parts]
  const others = parts.filter((one) => one !== part)
  const at = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, at), part, ...others.slice(at)]
}

export function withPart(parts: readonly FormPart[], part: FormPart, at = parts.length): FormPart[] {
  if (parts.length >= formLimits.parts) return [...parts]
  return [...parts.slice(0, at), part, ...parts.slice(at)]
}

export const withoutPart = (parts: readonly FormPart[], id: string): FormPart[] =>
  parts.filter((part) => partId(part) !== id)

type PartPatch = { readonly [K in keyof (FieldPart & SectionPart)]?: unknown }

/** Returns the parts with one part changed; undefined removes it. */
export function changedPart(parts: readonly FormPart[], id: string, patch: PartPatch): FormPart[] {
  return parts.map((part) => {
    if (partId(part) !== id) return part
    const entries = Object.entries({ ...part, ...patch }).filter(([, value]) => value !== undefined)
    return Object.fromEntries(entries) as FormPart
  })
}

/** An id that no section has. */
export function newSection(parts: readonly FormPart[], title: string): SectionPart {
  const taken = new Set(parts.map(partId))
  for (let n = 1; ; n += 1) {
    const part: SectionPart = { kind: 'section', id: String(n), title }
    if (!taken.has(partId(part))) return part
  }
}
