/** How values, types and reasons are written in the mapping. */

import type { Reason } from '#contract/builder/suggestions/suggestions.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { mappingMessages as messages } from './mapping.messages.ts'

const shownMax = 60

/** A value in a line, cut to size. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? messages.nothing
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

export const typesOf = (types: ShapeField['types']): string => types.map((type) => messages.types[type]).join(', ')

export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'sameName':
      return messages.reason.sameName(reason.name)
    case 'sameMeaning':
      return messages.reason.sameMeaning(reason.source, reason.target)
    case 'likeName':
      return messages.reason.likeName(reason.source, reason.target)
    case 'samePlace':
      return messages.reason.samePlace(reason.place)
    case 'sameType':
      return messages.reason.sameType(reason.type)
    case 'convertible':
      return messages.reason.convertible(reason.from, reason.to)
    case 'values':
      return messages.reason.values(messages.reason.kinds[reason.kind])
  }
}
