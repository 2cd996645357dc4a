/** The browsers that the build is for need no vendor prefixes, and styled-components asks for none: what writes them is left out. */
import type { Plugin } from 'vite'

export function noPrefixes(): Plugin {
  return {
    name: 'no-prefixes',
    apply: 'build',
    transform: (_, id) =>
      id.endsWith('/stylis/src/Prefixer.js') ? { code: 'export const prefix = (value) => value', map: null } : null,
  }
}
