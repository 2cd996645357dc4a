/** A path in `PUBLIC_URL`: which one is refused, and how requests lose it. */
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'

import { readConfig } from '#server/platform/config/config.ts'
import { withoutBase } from '#server/platform/http/base-path.ts'

it.each([
  ['/datacrane', '/datacrane', '/'],
  ['/datacrane', '/datacrane/', '/'],
  ['/datacrane', '/datacrane?tab=runs', '/?tab=runs'],
  ['/datacrane', '/datacrane/details/1?tab=runs', '/details/1?tab=runs'],
  ['/datacrane/', '/datacrane/api/users/me', '/api/users/me'],
  ['/a/b', '/a/b/healthz', '/healthz'],
  // The proxy has taken it away.
  ['/datacrane', '/details/1', '/details/1'],
  ['/datacrane', '/', '/'],
  // Another path that begins alike.
  ['/datacrane', '/datacranes/1', '/datacranes/1'],
  ['', '/details/1', '/details/1'],
  ['', '/', '/'],
  ['', '//evil.example', '//evil.example'],
])('below %j a request for %j is one for %j', (path, url, expected) => {
  const { publicUrl } = readConfig({ PUBLIC_URL: `https://example.com${path}` })
  expect(withoutBase(publicUrl)({ url } as IncomingMessage)).toBe(expected)
})

const form =
  'PUBLIC_URL must be a URL without a query, like https://example.com/datacrane. Its path can contain letters, digits, hyphens and dots.'
it.each([
  ['/data crane', form],
  ['/a%2Fb', form],
  ['/a//b', form],
  ['/"><script>', form],
  ['/datacrane?x=1', form],
  ['/#top', form],
  ['/api', 'The path of PUBLIC_URL cannot begin with /api, because Datacrane uses that path. Choose another path.'],
  ['/Sandbox/x', 'The path of PUBLIC_URL cannot begin with /Sandbox, because Datacrane uses that path. Choose another path.'],
])('refuses the path %j in one sentence', (path, sentence) => {
  expect(() => readConfig({ PUBLIC_URL: `https://example.com${path}` })).toThrow(sentence)
})
