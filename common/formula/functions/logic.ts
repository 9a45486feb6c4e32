import type { FormulaFunction } from '../types'
import { optional, repeated } from './define'

export const logicFunctions = {
  IF: {
    group: 'logic',
    returns: 'same',
    example: 'IF({Price} > 1, "dear", "cheap")',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'then', type: 'same' },
      { name: 'else', type: 'same', optional: true },
    ],
    evaluate: ([condition, then = null, otherwise = null]) => (condition === true ? then : otherwise),
  },
  /** value, then pairs of case and result, then the default. */
  SWITCH: {
    group: 'logic',
    returns: 'same',
    example: 'SWITCH({Rating}, 1, "poor", 5, "great", "fair")',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'case', type: 'any' },
      { name: 'result', type: 'same' },
      optional(repeated({ name: 'more', type: 'any' })),
    ],
    evaluate: ([value = null, ...rest]) => {
      for (let at = 0; at + 1 < rest.length; at += 2)
        if (value !== null && rest[at] === value) return rest[at + 1] ?? null
      return rest.length % 2 === 1 ? (rest.at(-1) ?? null) : null
    },
  },
  AND: {
    group: 'logic',
    returns: 'boolean',
    example: 'AND({Live}, {Price} < 1)',
    parameters: [repeated({ name: 'condition', type: 'boolean' })],
    evaluate: (args) => args.every((arg) => arg === true),
  },
  OR: {
    group: 'logic',
    returns: 'boolean',
    example: 'OR({Live}, {Price} < 1)',
    parameters: [repeated({ name: 'condition', type: 'boolean' })],
    evaluate: (args) => args.some((arg) => arg === true),
  },
  NOT: {
    group: 'logic',
    returns: 'boolean',
    example: 'NOT({Live})',
    parameters: [{ name: 'condition', type: 'boolean' }],
    evaluate: ([condition]) => condition !== true,
  },
  TRUE: { group: 'logic', returns: 'boolean', example: 'TRUE()', parameters: [], evaluate: () => true },
  FALSE: { group: 'logic', returns: 'boolean', example: 'FALSE()', parameters: [], evaluate: () => false },
  /** A blank of the type that the context requires. */
  BLANK: {
    group: 'logic',
    returns: 'text',
    example: 'IF({Rating} = 0, BLANK(), {Rating})',
    parameters: [],
    evaluate: () => null,
  },
  /** A blank like BLANK; its text is a note for readers of the formula. */
  ERROR: {
    group: 'logic',
    returns: 'text',
    example: 'IF({Price} < 0, ERROR("a price below zero"), {Price})',
    parameters: [{ name: 'note', type: 'text', optional: true }],
    evaluate: () => null,
  },
  ISBLANK: {
    group: 'logic',
    returns: 'boolean',
    example: 'ISBLANK({Tags})',
    parameters: [{ name: 'value', type: 'any' }],
    evaluate: ([value]) => value === null || value === '',
  },
  COALESCE: {
    group: 'logic',
    returns: 'same',
    example: 'COALESCE({Tags}, "none")',
    parameters: [repeated({ name: 'value', type: 'same' })],
    evaluate: (args) => args.find((arg) => arg !== null) ?? null,
  },
} as const satisfies Record<string, FormulaFunction>
