/**
 * Chunks that are loaded later are named from the root of the host. If the server serves the console below a path (`PUBLIC_URL`), they are below
 * that path, which the page says. Names relative to each chunk would do the same, and would make the first page heavier.
 */
import type { Plugin } from 'vite'

const root = 'return "/"+dep'
const below = 'return document.documentElement.dataset.base+"/"+dep'

export function belowPath(): Plugin {
  return {
    name: 'below-path',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return null
      if (!code.includes(root))
        throw new Error(
          'This plugin does not find the root path in the chunk loader of Vite. Adapt the plugin to this version of Vite.',
        )
      return { code: code.replace(root, below), map: null }
    },
  }
}
