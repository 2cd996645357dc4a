/** Thirty seeded failures, each beside a smaller one: the first cause that the assistant names is the one that lost most. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type ProblemCode, problem } from '#contract/kit/problem.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask } from './assistant-scene.ts'

const server = createTestServer()
const hour = 3_600_000
const now = Date.now()
const bar = 0.9

type Seeded = {
  readonly code: ProblemCode
  readonly message: string
  /** Records that are lost for it, and for the smaller cause beside it. */
  readonly lost: readonly [number, number]
  /** Hours ago: the cause, and the smaller one. */
  readonly at: readonly [number, number]
}
const refusals: readonly (readonly [ProblemCode, string])[] = [
  ['destination/refused', 'The phone is not valid.'],
  ['destination/refused', 'Customer does not exist'],
  ['destination/refused', 'amount: must be a number'],
  ['destination/refused', 'Currency GBP is not enabled'],
  ['destination/refused', 'The period is closed for postings'],
  ['destination/refused', 'Duplicate entry for key order_no'],
  ['destination/refused', 'Permission denied on account'],
  ['destination/refused', 'SKU unknown: see the list of articles'],
  ['destination/failing', 'Internal error at the other side'],
  ['destination/timeout', 'No answer came in time'],
  ['destination/unreachable', 'The name crm.example.com is not known'],
  ['record/too-large', 'The request is larger than the other side takes'],
  ['mapping/failed', 'The date of birth cannot be read'],
  ['mapping/failed', 'No value for the required field email'],
  ['lookup/not-found', 'The customer number was not found'],
]
const decoy = problem('destination/refused', { message: 'Something rare and harmless' })
const seeded: readonly Seeded[] = refusals.flatMap(([code, message], at): Seeded[] => [
  { code, message, lost: [6 + at, 1 + (at % 5)], at: [2, 5] },
  { code, message: `${message} (again)`, lost: [4 + (at % 3), 3], at: [20, 1] },
])
const named = (at: number) => `Plant ${String.fromCharCode(65 + (at % 26))}${at} sync`

async function fail(connectorId: string, hoursAgo: number, error: object): Promise<void> {
  const read = new Date(now - hoursAgo * hour)
  await sql`update transactions t set error = ${JSON.stringify(error)}::jsonb from source_pages p
    where p.run_id = t.run_id and p.number = t.page and p.connector_id = ${connectorId} and t.status = 'failure'
      and p.read_at between ${read}::timestamptz - interval '5 minutes' and ${read}::timestamptz + interval '5 minutes'`.execute(
    server.database.db,
  )
}

beforeAll(async () => {
  const ids: string[] = []
  for (const at of seeded.keys()) ids.push(await addConnector(server, { name: named(at), as: 'adminA' }))
  const pages = seeded.flatMap(({ lost, at }, place) =>
    [0, 1].map((which) => ({
      ...{ connectorId: ids[place] ?? '', company: 'A' as const, hoursAgo: at[which] ?? 0 },
      of: [20, lost[which] ?? 0, 0] as const,
    })),
  )
  await addRecords(server, pages, now)
  for (const [place, { code, message, at }] of seeded.entries()) {
    await fail(ids[place] ?? '', at[0], problem(code, { message }))
    await fail(ids[place] ?? '', at[1], decoy)
  }
}, 60_000)

it(`names the cause that lost most first, in at least ${bar} of 30 failures`, { timeout: 60_000 }, async () => {
  expect(seeded).toHaveLength(30)
  const wrong: string[] = []
  for (const [place, { message, lost }] of seeded.entries()) {
    const answer = await ask(server, `Why is ${named(place)} failing?`)
    const [first = ''] = answer.message.split('\n')
    const isFirst = first.includes(message) && first.startsWith(`${lost[0]} of ${lost[0] + lost[1]} failed records`)
    // The smaller cause is named as another one, never as the cause.
    if (!isFirst || first.includes(decoy.message)) wrong.push(`${message}: ${first}`)
  }
  expect(wrong, wrong.join('\n')).toHaveLength(0)
})
