/** What each part of a JSON text is coloured as; a test computes each on every surface that stands behind it. */
import type { Role } from '#src/theme/roles.ts'

export const syntaxRoles = {
  name: 'text.link',
  string: 'success.text',
  number: 'pending.text',
  constant: 'warning.text',
  sign: 'text.muted',
  broken: 'danger.text',
} as const satisfies Readonly<Record<string, Role>>

/** Behind the text: at rest, in the line of the caret, selected. */
export const syntaxSurfaces = ['bg.surface', 'bg.hover', 'bg.selected'] as const satisfies readonly Role[]
