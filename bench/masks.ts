/** Milliseconds of processor time that each mask takes for hostile texts of 1 MB, beside copying the same text once (finding T2: at most 50 ms). */
import { createFinder } from '../server/desks/credentials.ts'
import { withoutNamed } from '../server/desks/named-credentials.ts'
import { createPayloadMask } from '../server/desks/payload-text.ts'
import { createMask } from '../server/engine/kinds/http/masking.ts'

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
const masks: Readonly<Record<string, (text: string) => unknown>> = {
  export: (text) => withoutNamed(text, finder),
  payload: (text) => payloadMask({ note: text }),
  response: (text) => answerMask.masked(text),
  copy: (text) => Buffer.from(text).toString('utf8'),
}

function milliseconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1_000
}

const rounds = 5
const worst: Record<string, number> = {}
for (const piece of pieces) {
  const text = filled(piece)
  const best: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [name, mask] of Object.entries(masks))
      best[name] = Math.min(
        best[name] ?? Number.POSITIVE_INFINITY,
        milliseconds(() => mask(text)),
      )
  for (const [name, time] of Object.entries(best)) worst[name] = Math.max(worst[name] ?? 0, time)
  console.log(
    JSON.stringify(piece).padEnd(40),
    Object.entries(best)
      .map(([name, time]) => `${name} ${time.toFixed(1)}`)
      .join('  '),
  )
}
console.log(
  'worst'.padEnd(40),
  Object.entries(worst)
    .map(([name, time]) => `${name} ${time.toFixed(1)} ms`)
    .join('  '),
)
