/**
 * Asks a running product the questions of a file and prints each answer, to be judged by a person.
 *
 *   BASE=http://localhost:3001 EMAIL=… PASSWORD=… node bench/assistant/answers.ts questions.json
 *
 * The file is a JSON array of texts, or of `{ "question", "expected"?, "connectorId"?, "history"? }`: `expected` is printed beside the answer,
 * `connectorId` is the page that is open, `history` are the questions before, the oldest first. `TIME_ZONE` is UTC unless it is set.
 */
import { readFileSync } from 'node:fs'
import type { Answer } from '#contract/assistant/assistant.ts'
import { assistantLimits } from '#contract/assistant/assistant-limits.ts'

type Asked = {
  readonly question: string
  readonly expected?: unknown
  readonly connectorId?: string
  readonly history?: readonly string[]
}

const { BASE = 'http://localhost:3001', EMAIL = 'admin@demo.test', PASSWORD = '', TIME_ZONE = 'UTC' } = process.env
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name a file of questions: node bench/assistant/answers.ts questions.json')
const questions = (JSON.parse(readFileSync(file, 'utf8')) as (Asked | string)[]).map((it) =>
  typeof it === 'string' ? { question: it } : it,
)

async function post(path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  const reply = await fetch(`${BASE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}

const minute = 60_000
const { body: session } = await post('/api/auth/sign-in', { email: EMAIL, password: PASSWORD })
if (typeof session.accessToken !== 'string') throw new Error(`Signing in failed: ${JSON.stringify(session).slice(0, 300)}`)

/** The assistant takes so many questions a minute; the rest waits. */
async function ask({ question, connectorId, history = [] }: Asked): Promise<Answer> {
  const context = {
    currentPage: 'dashboard',
    timeZone: TIME_ZONE,
    ...(connectorId === undefined ? {} : { integrationId: connectorId }),
  }
  const conversationHistory = history.map((content) => ({ role: 'user', content }))
  const { status, body } = await post('/api/ai/chat', { message: question, context, conversationHistory }, session.accessToken)
  if (status === 429) {
    await new Promise((resolve) => setTimeout(resolve, minute / 4))
    return ask({ question, history, ...(connectorId === undefined ? {} : { connectorId }) })
  }
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body).slice(0, 500)}`)
  return body.data
}

console.log(`${questions.length} questions, at most ${assistantLimits.perMinute} a minute`)
for (const [at, asked] of questions.entries()) {
  const begin = performance.now()
  const { message, proposals, suggestions, intent, type } = await ask(asked)
  console.log(`\n${at + 1}. ${asked.question}`)
  if (asked.history) console.log(`   after: ${asked.history.join(' | ')}`)
  if (asked.expected !== undefined) console.log(`   expected: ${JSON.stringify(asked.expected)}`)
  console.log(message.replaceAll(/^/gm, '   > '))
  for (const it of proposals) console.log(`   [button] ${it.kind}: ${'connectorName' in it ? it.connectorName : it.name}`)
  if (suggestions.length > 0) console.log(`   [suggested] ${suggestions.join(' | ')}`)
  console.log(`   (${intent.type}, ${type}, ${Math.round(performance.now() - begin)} ms)`)
}
