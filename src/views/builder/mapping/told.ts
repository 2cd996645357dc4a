/** How values, types and reasons are written in the mapping. */
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { Reason } from '#src/machines/builder/mapping/suggestions.ts'
import { mappingWords as words } from './mapping.messages.ts'

const shownMax = 60

/** A value in a line, cut to size. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? words.nothing
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

export const typesOf = (types: ShapeField['types']): string => types.map((type) => words.types[type]).join(', ')

export function told(reason: Reason): string {
  switch (reason.code) {
    case 'sameName':
      return words.reason.sameName(reason.name)
    case 'sameMeaning':
      return words.reason.sameMeaning(reason.source, reason.target)
    case 'likeName':
      return words.reason.likeName(reason.source, reason.target)
    case 'samePlace':
      return words.reason.samePlace(reason.place)
    case 'sameType':
      return words.reason.sameType(reason.type)
    case 'convertible':
      return words.reason.convertible(reason.from, reason.to)
    case 'values':
      return words.reason.values(words.reason.kinds[reason.kind])
  }
}
