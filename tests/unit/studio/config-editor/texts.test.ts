/** A configuration as text: what is sent of it, what is kept of it, and what never is (threat T-SEC-2). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { SavedConfig } from '#src/machines/studio/config-editor/config-editor.context.ts'
import {
  findingsOf,
  isPublished,
  sameConfig,
  sameWithSecrets,
  shownBeside,
  textOf,
  tidied,
  written,
} from '#src/machines/studio/config-editor/config-text.ts'
import { withoutSecretTexts } from '#src/machines/studio/config-editor/text-secrets.ts'
import { openedWith, unsavedTextOf } from '#src/machines/studio/config-editor/unsaved-text.ts'
import { named, shopDraft } from '#tests/model/kit/samples/drafts.ts'

const canary = 'canary-8c1f9e'
const mark = { set: true, last4: '1f9e' }
const auths = [
  { type: 'basic', username: 'me', password: canary },
  { type: 'bearer', token: canary },
  { type: 'apiKey', in: 'query', name: 'key', value: canary },
  { type: 'oauth2ClientCredentials', tokenUrl: 'https://x.test', clientId: 'c', clientSecret: canary },
  { type: 'accountKey', account: 'a', key: canary },
  { type: 'sasToken', token: canary },
  { type: 'nkey', seed: canary },
]

describe('a text that is kept', () => {
  it.each(auths)('has no secret of $type, however it is written', (auth) => {
    for (const space of [0, 2, '\t']) {
      const text = JSON.stringify({ source: { url: 'https://x.test', auth }, enrichment: [{ auth }] }, null, space)
      const { text: kept, count } = withoutSecretTexts(text)
      expect(kept).not.toContain('canary')
      expect(count).toBe(2)
      expect(JSON.parse(kept).source.url).toBe('https://x.test')
    }
  })

  it('keeps marks, and what only looks like a secret', () => {
    const queries = [{ key: 'token-of-page', value: 'not secret' }]
    const text = JSON.stringify({ source: { auth: { type: 'bearer', token: mark }, queries, variables: queries } })
    expect(withoutSecretTexts(text)).toEqual({ text, count: 0 })
  })

  it.each(['authorization', 'Cookie', 'proxy-authorization'])(
    'has no value of the header %s, wherever its name stands',
    (key) => {
      const headers = [
        { key, value: canary },
        { value: canary, key },
        { key: 'accept', value: 'text/plain' },
      ]
      const kept = withoutSecretTexts(JSON.stringify({ destination: { headers } }))
      expect(kept.text).not.toContain('canary')
      expect(kept.text).toContain('text/plain')
    },
  )

  it('has none in any beginning of it: it is kept while it is typed', () => {
    for (const auth of auths) {
      const text = JSON.stringify({ source: { auth: { ...auth, ...{ note: 'x' } } }, name: 'x' }, null, 2)
      fc.assert(
        fc.property(fc.nat(text.length), (length) => {
          expect(withoutSecretTexts(text.slice(0, length)).text).not.toMatch(/canar|anary-/)
        }),
      )
    }
  })

  it('takes quotes that are escaped for what they are', () => {
    const text = JSON.stringify({ auth: { type: 'bearer', token: `a"b\\",${canary}` }, name: 'x"y' })
    const kept = withoutSecretTexts(text).text
    expect(JSON.parse(kept)).toEqual({ auth: { type: 'bearer', token: '' }, name: 'x"y' })
  })

  it('ends with any text at all', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof withoutSecretTexts(text).text === 'string'))
  })
})

const secured = (token: unknown) =>
  JSON.stringify({ ...shopDraft.config, source: { ...shopDraft.config.source, auth: { type: 'bearer', token } } })
const saved: SavedConfig = { revision: 3, text: textOf(shopDraft.config), live: null, isDeploying: false }

describe('what a tab gives back', () => {
  it('is what was written, with how many secrets it lacks', () => {
    const kept = unsavedTextOf(`{"source":{"auth":{"type":"bearer","token":"${canary}"}}`, 3, 0)
    expect(openedWith(saved, JSON.parse(JSON.stringify(kept)))).toEqual({ saved, kept: { ...kept, leftOut: 1 } })
    expect(kept.text).not.toContain('canary')
  })

  it('is nothing where it says what the server has', () => {
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(saved.text)).toReversed()))
    expect(openedWith(saved, unsavedTextOf(reordered, 3, 0)).kept).toBeNull()
  })

  it.each([mark, ''])('is there where only a secret was typed, in the place of %j', (before) => {
    const kept = unsavedTextOf(secured(canary), 3, 0)
    expect(openedWith({ ...saved, text: secured(before) }, kept).kept).toEqual({ ...kept, leftOut: 1 })
  })

  it('is there where only a secret was taken out', () => {
    expect(openedWith({ ...saved, text: secured(mark) }, unsavedTextOf(secured(''), 3, 0)).kept).not.toBeNull()
  })

  it.each([null, 7, [], {}, { text: 7, revision: 1, leftOut: 0 }, { text: 'x', revision: '1', leftOut: 0 }])(
    'is nothing where it is %j',
    (it) => {
      expect(openedWith(saved, it)).toEqual({ saved, kept: null })
    },
  )
})

describe('a text', () => {
  it('is sent with its numbers as they were written', () => {
    const it = written('{"n":12345678901234567890.5,"m":1}')
    expect(JSON.stringify('config' in it && it.config)).toBe('{"n":12345678901234567890.5,"m":1}')
  })

  it.each(['', '{', '{"a":1,}', 'nothing', `{"a":${'['.repeat(200_000)}`])('that is no JSON says why: %#', (text) => {
    const it = written(text)
    expect(it).toMatchObject({ problem: { code: 'config/not-json', title: 'JSON Validation Failed' } })
  })

  it.each(['null', '[]', '7', '"text"'])('that is no object is none: %s', (text) => {
    expect(written(text)).toMatchObject({ problem: { code: 'config/not-object' } })
  })

  it('that is nested deeply is read or refused, and nothing breaks', () => {
    const text = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    expect(Object.keys(written(text))).toHaveLength(1)
    expect(sameConfig(text, '{}')).toBe(false)
  })

  it('is the same in another order and with any mark of a secret, and not with another word or a secret that was typed', () => {
    const other = { set: true, last4: 'zzzz' }
    expect(sameConfig(secured(mark), secured(other))).toBe(true)
    expect(sameConfig(secured(mark), secured(canary))).toBe(false)
    expect(sameConfig(secured(mark), secured(''))).toBe(false)
    expect(sameConfig(saved.text, textOf(named('Other').config))).toBe(false)
    expect(sameWithSecrets(secured(mark), JSON.stringify(JSON.parse(secured(mark)), null, 2))).toBe(true)
    expect(sameWithSecrets(secured(mark), secured(other))).toBe(false)
  })

  it('is known as published while it holds no secret that was typed', () => {
    const runs = (text: string): SavedConfig => ({ ...saved, text, live: { number: 1, text } })
    expect(isPublished(secured(mark), runs(secured(mark)))).toBe(true)
    expect(isPublished(secured(canary), runs(secured(mark)))).toBe(false)
    expect(isPublished(saved.text, saved)).toBe(false)
    expect(isPublished(saved.text, { ...saved, isDeploying: true })).toBe(true)
  })

  it('stands beside another one without its secrets, which are counted', () => {
    const shown = shownBeside(secured(canary))
    expect(shown.secrets).toBe(1)
    expect(JSON.parse(shown.text)).toEqual(JSON.parse(secured('••••••••')))
    expect(shownBeside(secured(mark))).toEqual({ text: tidied(secured(mark)), secrets: 0 })
  })

  it('says nothing of the status, and nothing of the copies of saved rules', () => {
    const line = { id: '1', source: '', target: 'a', sourcePath: '', targetPath: 'a' }
    const rule = { type: 'constant', name: 'x', value: 1 } as const
    const dataMapping = [
      { ...line, ruleId: 'r', rule },
      { ...line, rule },
    ]
    const text = textOf({ ...shopDraft.config, status: 'Active', dataMapping })
    expect(JSON.parse(text)).toEqual({
      ...shopDraft.config,
      dataMapping: [
        { ...line, ruleId: 'r' },
        { ...line, rule },
      ],
    })
  })
})

it('is shown in the order of the contract, with its numbers as they are', () => {
  const rule = { value: JSON.rawJSON('12345678901234567890'), type: 'constant', name: 'x' } as never
  const line = { targetPath: 'a', sourcePath: '', target: 'a', source: '', id: '1', rule }
  const text = textOf({ ...shopDraft.config, dataMapping: [line] })
  expect(text).toContain('12345678901234567890')
  expect(Object.keys(JSON.parse(text).dataMapping[0])).toEqual(['id', 'source', 'target', 'sourcePath', 'targetPath', 'rule'])
  expect(Object.keys(JSON.parse(text))).toEqual(['name', 'trigger', 'source', 'destination', 'dataMapping', 'enrichment'])
  expect(tidied(text)).toBe(text)
  expect(tidied('{"name": ')).toBe('{"name": ')
})

it('merges what the rules say with what the server says, each sentence once', () => {
  const message = 'Source must have a URL, Azure config, or database config'
  const server = {
    isValid: false,
    errors: [
      { path: '/source/url', message },
      { path: '/name', message: 'is missing' },
    ],
    warnings: [],
  }
  const { source: _, ...rest } = shopDraft.config
  expect(findingsOf({ ...rest, source: { requestMethod: 'GET' } }, server).errors).toEqual(server.errors)
  const alone = { isValid: false, errors: server.errors.slice(0, 1), warnings: [], from: 'rules' }
  expect(findingsOf({ ...rest, source: { requestMethod: 'GET' } }, null)).toEqual(alone)
  expect(findingsOf(shopDraft.config, null)).toEqual({ ...alone, errors: [] })
  expect(findingsOf({ ...rest, source: { url: 'x' } }, { isValid: true, errors: [], warnings: [] }).isValid).toBe(false)
})
