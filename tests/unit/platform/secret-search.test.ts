/** Secrets in a text: what is found is what a plain search finds, and hostile texts take no more time than others (threats T-SEC-3, T-REDOS). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMask } from '#server/engine/kinds/http/masking/masking.ts'
import { createPayloadMask } from '#server/features/connectors/runs/payload-text.ts'
import { createFinder } from '#server/features/connectors/secrets/credentials.ts'
import { withoutNamed } from '#server/features/connectors/secrets/named-credentials.ts'
import { createSecretSearch, replaceSpans } from '#server/platform/security/secret-search.ts'

/** Every character that belongs to a secret somewhere. */
function plainly(text: string, secrets: readonly string[]): string {
  const hidden = new Set<number>()
  for (const secret of secrets)
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
      for (let of = at; of < at + secret.length; of += 1) hidden.add(of)
  return Array.from({ length: text.length }, (_, at) => (hidden.has(at) ? '•' : text.charAt(at))).join('')
}

const characterwise = (text: string, spans: readonly { readonly start: number; readonly end: number }[]) => {
  let made = text
  for (const { start, end } of spans) made = made.slice(0, start) + '•'.repeat(end - start) + made.slice(end)
  return made
}

describe('a search for secrets', () => {
  it('finds what a plain search finds, also where secrets overlap and begin alike', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 4, maxLength: 40 })
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 300 }),
        (secrets, rest) => {
          const text = `${rest}${secrets.join('')}${rest}${secrets.map((it) => it.slice(1)).join('')}`
          expect(characterwise(text, createSecretSearch(secrets, 4).spans(text))).toBe(plainly(text, secrets))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('hides all of a secret that is longer than what is compared', () => {
    const secret = `${'x'.repeat(100)}${'0123456789'.repeat(200)}`
    const text = `before ${secret} after`
    expect(replaceSpans(text, createSecretSearch([secret], 6).spans(text), '••••')).toBe('before •••• after')
  })
})

const size = 1_048_576
const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
const hostile: readonly string[] = [
  ...['eyJ-', 'eyJaaaaaaaaaa.', 'SG.aaaaaaaaaaaaaaaaaaa', '1', '123456:', 'bearer ', 'sk-', '//', '//a@', 'ghp_aaaaaaaa'],
  ...['\\', '\\"', 'a', 'a ', 'a=', 'a:"', 'a=\'b="', '="', "x='", 'a    :', '=', '<a ', '<a>b</a>', 'b=\\"c=', 'a="\\'],
  ...['-----BEGIN PRIVATE KEY-----', '-----BEGIN AAAA ', '-----END ', '{"token":"abcdefghij"},', 'token_secret: value1234567, '],
].map(filled)
const saved = [
  ...Array.from({ length: 2_000 }, (_, at) => `eyJ-eyJ-eyJ-${at.toString(36).padStart(8, '0')}${'x'.repeat(30)}`),
  'a'.repeat(4_000),
  'ghp_aaaaaaaaghp_aaaaaaaaghp_aaaab',
]
const finder = createFinder(saved)
const payloadMask = createPayloadMask(saved)
const answerMask = createMask(...saved.slice(-50))
const masks: Readonly<Record<string, (text: string) => unknown>> = {
  'of what leaves a company': (text) => withoutNamed(text, finder),
  'of texts that leave a company': (text) => finder.scrubbed(text),
  'of payloads': (text) => payloadMask({ note: text }),
  'of what another system returned': (text) => answerMask.masked(text),
}

/** Seconds of processor time for all 29 texts of 1 MB: quadratic work on a single one of them took minutes. What each takes is measured in `bench/masks.ts`. */
const limit = 20

it.each(Object.keys(masks))(
  'a mask %s goes through hostile texts of a megabyte in a time that grows with their length',
  (name) => {
    const before = process.cpuUsage()
    for (const text of hostile) masks[name]?.(text)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(limit)
  },
)
