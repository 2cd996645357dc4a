/** The path of `PUBLIC_URL`: a proxy may send requests with it or without it. */
import type { IncomingMessage } from 'node:http'

import { withoutEnd } from '#contract/kit/without-end.ts'

/** First parts of the server's own paths. With such a base path, the server could not tell whether a proxy has stripped it. */
const ownParts = new Set(
  ['api', 'api-configs', 'api-connectors', 'api-keys', 'assets', 'graphql', 'healthz', 'hooks', 'mcp', 'metrics'].concat([
    'openapi.json',
    'push-worker.js',
    'favicon.svg',
    'robots.txt',
    'readyz',
    'sandbox',
    'scim',
    'setup',
  ]),
)

/** `/datacrane` of `https://example.com/datacrane`; empty where there is none. */
export const basePathOf = (publicUrl: string): string => withoutEnd(new URL(publicUrl).pathname, '/')

const form = /^(\/[\w.~-]+)*$/

/** @throws an Error of one sentence. */
export function checkBasePath(publicUrl: string): void {
  const path = basePathOf(publicUrl)
  if (/[?#]/.test(publicUrl) || !form.test(path))
    throw new Error(
      'PUBLIC_URL must be a URL without a query, like https://example.com/datacrane. Its path can contain letters, digits, hyphens and dots.',
    )
  const first = path.split('/')[1] ?? ''
  if (ownParts.has(first.toLowerCase()))
    throw new Error(`The path of PUBLIC_URL cannot begin with /${first}, because Datacrane uses that path. Choose another path.`)
}

/** The address of a request without the path of `PUBLIC_URL`, whether the proxy has taken it away or not. */
export function withoutBase(publicUrl: string): (request: IncomingMessage) => string {
  const path = basePathOf(publicUrl)
  return ({ url = '/' }) => {
    const rest = url.startsWith(path) ? url.slice(path.length) : url
    if (rest === '' || rest.startsWith('?')) return `/${rest}`
    return rest.startsWith('/') ? rest : url
  }
}
