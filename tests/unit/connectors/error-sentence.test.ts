// @vitest-environment happy-dom
import { expect, it } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { errorSentence } from '#src/views/connectors/runs/error-sentence.ts'

const refused = (body: string) =>
  problem('destination/refused', {
    message: 'The destination returned 422.',
    answer: { status: 422, headers: {}, body, bytes: body.length },
  })

it.each([
  ['{"message":"email is already used by contact 56"}', 'The destination returned 422. “email is already used by contact 56”'],
  ['{"error":{"message":"No such customer"}}', 'The destination returned 422. “No such customer”'],
  ['{"errors":[{"detail":"Too short"}]}', 'The destination returned 422. “Too short”'],
  ['{"error":"invalid"}', 'The destination returned 422. “invalid”'],
  ['<html>', 'The destination returned 422.'],
  ['null', 'The destination returned 422.'],
  ['{"message":"The destination returned 422."}', 'The destination returned 422.'],
])('a record that was answered %s is told as "%s"', (body, told) => {
  expect(errorSentence({ error: refused(body) })).toBe(told)
})

it('a time in a sentence of ours is shown as a person reads it', () => {
  const message = 'The destination returned 503. It requested a wait until 2026-03-01T10:00:00.000Z.'
  const text = errorSentence({ error: problem('destination/failing', { message }) })
  expect(text).toMatch(/^The destination returned 503\. It requested a wait until (?!2026-03-01T).*\d\d:\d\d/)
  expect(text).not.toContain('2026-03-01T')
})

it('a record that arrived has no error', () => {
  expect(errorSentence({ error: null })).toBe('')
})
