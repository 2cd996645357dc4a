/** Whatever somebody writes as email or browser: one event is one line of the log and one row of the audit (threat T-LOG). */

import { v4 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { findBrokenLink, listSignIns, recordSignIn } from '#server/features/auth/sign-in/login-audit.repository.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { naughty, shown } from '../../kit/naughty.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { createTestServer } from '../kit/test-server.ts'

const controls = Array.from({ length: 0xa0 }, (_, code) => `a${String.fromCharCode(code)}b`)
const breakers = [
  ...controls,
  'a\u2028b\u2029c',
  'a\r\n{"level":30,"msg":"signed in","userId":"eve"}',
  '","level":60,"x":"',
  '\u001b[2J\u001b[1;31mroot',
  '\u009b31mroot',
  '\ud83d half a character',
  'x'.repeat(10_000),
]
const texts = [...new Set([...naughty, ...breakers])]

/** What reaches a terminal as more than text: C0 but the end of the line, DEL, C1, and the ends of lines that JSON does not know. */
const raw = /(?!\n)[\p{Cc}\u2028\u2029]/u

it('brings many of them', () => {
  expect(naughty.length).toBeGreaterThan(500)
  expect(texts.length).toBeGreaterThan(650)
})

it('writes one line for each, which reads back as it was', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  for (const text of texts) log.info({ email: text, userAgent: text, [text]: 1 }, text)
  expect(lines).toHaveLength(texts.length)
  lines.forEach((line, index) => {
    const text = texts[index] ?? ''
    expect(line.indexOf('\n'), shown(text)).toBe(line.length - 1)
    expect(raw.test(line), shown(text)).toBe(false)
    const { email, userAgent, msg } = JSON.parse(line)
    expect([email, userAgent, msg], shown(text)).toEqual([text, text, text])
  })
})

describeOnEachDatabase('the audit of sign-ins', (open) => {
  it('keeps each as a text, one row each, in an unbroken chain', async () => {
    const { database } = await open()
    const { db } = database
    const companyId = uuid()
    await db.transaction().execute(async (tx) => {
      for (const text of texts)
        await recordSignIn(tx, {
          ...{ companyId, userId: null, email: text, success: false, failureReason: null },
          origin: { ip: '192.0.2.7', userAgent: text },
        })
    })
    expect(await findBrokenLink(db, companyId)).toBeNull()
    const pages = Array.from({ length: Math.ceil(texts.length / 100) }, (_, index) => index + 1)
    const rows = (await Promise.all(pages.map((page) => listSignIns(db, { companyId, page, limit: 100, order: 'asc' })))).flatMap(
      ({ data }) => data,
    )
    expect(rows).toHaveLength(texts.length)
    rows.forEach(({ email, userAgent }, index) => {
      const text = texts[index] ?? ''
      // A database keeps no U+0000 and no half characters.
      const kept = text.toWellFormed().replaceAll('\u0000', '\ufffd')
      expect(email, shown(text)).toBe(text.length > 254 ? kept.slice(0, 254) : kept)
      expect(userAgent?.slice(0, 500), shown(text)).toBe(kept.slice(0, 500))
    })
  })
})

const server = createTestServer({ signInLimit: 1_000_000 })

it('tells each try to sign in by at most one line of what happened, and no line more', async () => {
  server.logged.length = 0
  // A header takes Latin letters only, and a body that fits costs a hash: every fourth of them is enough here.
  const agents = texts.filter((text, index) => index % 4 === 0 && !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text))
  expect(agents.length).toBeGreaterThan(40)
  for (const agent of agents) {
    // Whether the form is wrong or the password: the text is in the path, in the browser's name, and in the body.
    const path = `/api/auth/sign-in?x=${encodeURIComponent(agent)}`.slice(0, 500)
    await server.ask('POST', path, { body: { email: agent, password: agent }, headers: { 'user-agent': agent } })
  }
  const told = server.logged.map((line): { msg: string } => {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(raw.test(line)).toBe(false)
    return JSON.parse(line)
  })
  expect(told.filter(({ msg }) => msg === 'answered')).toHaveLength(agents.length)
})
