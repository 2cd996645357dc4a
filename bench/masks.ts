/**
 * Milliseconds of processor time that each mask takes for hostile texts of 1 MB (finding T2: at most 50 ms), and the reader of JSON for hostile
 * numbers and names (finding T8), beside copying the same text once.
 */

import { createMask } from '#server/engine/kinds/http/masking/masking.ts'
import { createPayloadMask } from '#server/features/connectors/runs/payload-text.ts'
import { createFinder } from '#server/features/connectors/secrets/credentials.ts'
import { withoutNamed } from '#server/features/connectors/secrets/named-credentials.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { hasTooManyNames } from '#server/platform/json/names.ts'

const size = 1_048_576
const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
const pieces = [
  ...[
    'eyJ-',
    'eyJaaaaaaaaaa.',
    'SG.aaaaaaaaaaaaaaaaaaa',
    '1',
    '123456:',
    'bearer ',
    'sk-',
    '//',
    '//a@',
    'ghp_aaaaaaaa',
    '\\',
    '\\"',
  ],
  ...['a', 'a ', 'a=', 'a:"', 'a=\'b="', '="', "x='", 'a    :', '=', '<a ', '<a>b</a>', 'b=\\"c=', '-----BEGIN PRIVATE KEY-----'],
  ...[
    '-----BEGIN AAAA ',
    '{"token":"abcdefghij"},',
    'token_secret: value1234567, ',
    'The quick brown fox jumps over the lazy dog. ',
  ],
  ...['\\\\n', '%41', '%E9', 'a%2541aaaaaaaaaaa', '&', '&amp;amp;', '&aaaaaaaa', '&#000000', '&#65;', '\\u0061', '\\\\u0061'],
]
const saved = Array.from({ length: 3_000 }, (_, at) => `eyJ-eyJ-eyJ-${at.toString(36).padStart(8, '0')}${'x'.repeat(30)}`)
const finder = createFinder([...saved, 'a'.repeat(4_000)])
const payloadMask = createPayloadMask([...saved, 'a'.repeat(4_000)])
const answerMask = createMask(...saved.slice(0, 20), 'a'.repeat(4_000))
type Works = Readonly<Record<string, (text: string) => unknown>>
const copy = (text: string) => Buffer.from(text).toString('utf8')
const masks: Works = {
  export: (text) => withoutNamed(text, finder),
  payload: (text) => payloadMask({ note: text }),
  response: (text) => answerMask.masked(text),
  copy,
}
const numbers = ['1e1', '{"a":1e1}', '1.5e-3', '-0', '12345678901234567', '12345678901234560', '0.1234567890123456']
const readers: Works = { read: (text) => (hasTooManyNames(text) ? null : parseExactly(text)), copy }
const listed = (piece: string) => `[${Array.from({ length: Math.floor(size / (piece.length + 1)) }, () => piece).join(',')}]`
const named = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at}":0`).join(',')}}`

function milliseconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1_000
}

const rounds = 5
const shown = (times: Readonly<Record<string, number>>) =>
  Object.entries(times)
    .map(([name, time]) => `${name} ${time.toFixed(1)} ms`)
    .join('  ')

function measure(what: string, works: Works, texts: readonly (readonly [name: string, text: string])[]): void {
  const worst: Record<string, number> = {}
  for (const [name, text] of texts) {
    const best: Record<string, number> = {}
    for (let round = 0; round < rounds; round += 1)
      for (const [work, run] of Object.entries(works))
        best[work] = Math.min(
          best[work] ?? Number.POSITIVE_INFINITY,
          milliseconds(() => run(text)),
        )
    for (const [work, time] of Object.entries(best)) worst[work] = Math.max(worst[work] ?? 0, time)
    console.log(name.padEnd(40), shown(best))
  }
  console.log(`worst, ${what}`.padEnd(40), shown(worst))
}

measure(
  'masks',
  masks,
  pieces.map((piece) => [JSON.stringify(piece), filled(piece)]),
)
measure('reading JSON', readers, [
  ...numbers.map((it) => [it, listed(it)] as const),
  ...[50_000, 90_000].map((count) => [`${count} names`, named(count)] as const),
])
