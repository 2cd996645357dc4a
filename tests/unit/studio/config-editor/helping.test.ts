// @vitest-environment happy-dom
/** What the editor says of a text while it is written, at its place. */
import { describe, expect, it } from 'vitest'

import { diagnosticsOf } from '#src/views/studio/config-editor/helping.ts'
import { shopDraft } from '#tests/model/kit/samples/drafts.ts'

const sound = { ...shopDraft.config, dataMapping: [{ id: '1', source: 'a', target: 'b', sourcePath: 'a', targetPath: 'b' }] }
const said = (config: unknown) => {
  const text = typeof config === 'string' ? config : JSON.stringify(config, null, 2)
  return diagnosticsOf(text).map(({ from, to, severity, message }) => [text.slice(from, to), severity, message])
}

describe('the editor', () => {
  it('has nothing against a sound text', () => expect(said(sound)).toEqual([]))

  it.each([
    ['an unknown key', { ...sound, speed: 'fast' }, '"speed"', '"speed" is not a known field'],
    ['a wrong type', { ...sound, name: 7 }, '7', 'must be text'],
    [
      'a word of another set',
      { ...sound, source: { ...sound.source, requestMethod: 'FETCH' } },
      '"FETCH"',
      'must be one of "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"',
    ],
    [
      'a kind that there is not',
      { ...sound, trigger: { type: 'moon' } },
      '"moon"',
      'must be one of "manual", "schedule", "webhook"',
    ],
    ['a number out of range', { ...sound, trigger: { type: 'schedule', everySeconds: 0 } }, '0', 'must be at least 1'],
    ['a part of a number', { ...sound, trigger: { type: 'schedule', everySeconds: 1.5 } }, '1.5', 'must be a whole number'],
    ['a name without a letter', { ...sound, name: '' }, '""', 'must not be empty'],
    [
      'a secret that is no text',
      { ...sound, source: { ...sound.source, auth: { type: 'bearer', token: 7 } } },
      '7',
      'must be text or an object',
    ],
    [
      'a member that is missing',
      { ...sound, source: { ...sound.source, auth: { type: 'basic', username: 'a' } } },
      '{',
      '"password" is missing',
    ],
    ['a list that is none', { ...sound, dataMapping: {} }, '{', 'must be a list'],
  ])('marks %s', (_, config, place, message) => {
    // A schedule that reads everything each time is warned of besides.
    expect(said(config).filter(([, severity]) => severity === 'error')).toEqual([[place, 'error', message]])
  })

  it('takes a mark for a secret', () => {
    const auth = { type: 'bearer', token: { set: true, last4: '1f9e' } }
    expect(said({ ...sound, source: { ...sound.source, auth } })).toEqual([])
  })

  it('says the sentences of the section rules at their place', () => {
    const { source: _, ...rest } = sound
    expect(said(rest)).toContainEqual(['{', 'error', 'The section source is missing'])
    expect(said({ ...sound, source: { ...sound.source, url: 'shop' } })).toEqual([
      ['"shop"', 'warning', 'Source URL format may be invalid'],
    ])
    const [line] = sound.dataMapping
    expect(said({ ...sound, dataMapping: [{ ...line, target: '' }] })).toEqual([
      ['{', 'error', 'Data mapping 1: Missing source or target'],
    ])
  })

  it.each([
    ['{"a": }', 'Enter a value here.'],
    ['{"a": 1,}', 'Enter a name in double quotes here.'],
    ['{"a": 1 // no\n}', 'JSON has no comments.'],
    ['{"a": "x', 'Close the text with a double quote.'],
    ['', 'Enter a value here.'],
  ])('says of %j what is wrong where', (text, message) => {
    expect(said(text).map(([, , it]) => it)).toContain(message)
  })

  it('says of a text that the server would not take only that', () => {
    expect(said({ ...sound, name: 'x'.repeat(1_100_000) }).map(([, , it]) => it)).toEqual(['Larger than the limit of 1 MB.'])
  })

  it.each([3_000, 200_000])('says of a text that is nested %i deep only that', (depth) => {
    expect(said(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual([['[', 'error', 'Nested too deeply for a configuration.']])
  })
})
