/** What a person selected of a plan is what is sent: no record more, no record less, once. */
import { expect, it } from 'vitest'

import type { Replay, ReplayLine, ReplaySelection } from '#contract/studio/replay.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { inOrder, nothingElse, once, stageReplay, upTo } from './replay-stage.ts'

type Stage = Awaited<ReturnType<typeof stageReplay>>

const usual: ReplaySelection = { withFailing: false, add: [], leave: [] }

async function planned({ product, path }: Stage, choice: object): Promise<string> {
  return String((await product.ask('POST', `${path}/chosen`, { delay: 0, ...choice })).body.replayId)
}
const start = ({ product, path }: Stage, id: string, selection: ReplaySelection) =>
  product.ask('POST', `${path}/${id}/start`, { include: nothingElse, selection })
const part = async ({ product, path }: Stage, id: string, name: 'sent' | 'exceptions') =>
  (await product.ask('GET', `${path}/${id}/lines?limit=100&part=${name}`)).body.data as ReplayLine[]
const numbersOf = (lines: readonly ReplayLine[]) =>
  new Map(lines.map(({ recordKey, number, standing }) => [recordKey, { number, standing }]))

describeOnEachDatabase('a selection of a plan', (open) => {
  it('of all that a run failed is sent exactly, and once', async () => {
    const stage = await stageReplay(await open(), { records: 6, refused: upTo(6) })
    const { runId } = await stage.run()
    stage.mend()
    const id = await planned(stage, { runId })
    // Version and content are the same as when the destination refused them.
    expect(await stage.look(id)).toMatchObject({
      ...{ failsAgain: 6, plannedBy: 'Ann Lee' },
      decisions: { send: 0, askFirst: 0, wouldFail: 6, leftOut: 0 },
    })
    expect(await part(stage, id, 'sent')).toEqual([])
    const lines = await part(stage, id, 'exceptions')
    expect(lines.map(({ decision, why }) => [decision, why?.reason])).toEqual(Array(6).fill(['would-fail', 'unchanged']))
    expect((await start(stage, id, usual)).body.code).toBe('replay/nothing-chosen')
    const of = numbersOf(lines)
    const add = ['2', '5'].flatMap((key) => of.get(key) ?? [])
    expect((await start(stage, id, { ...usual, add, count: 3 })).body.code).toBe('replay/selection-changed')
    expect(inOrder(stage.destination.effects)).toEqual([])

    const started = await start(stage, id, { ...usual, add, count: 2 })
    expect([started.status, (started.body as Replay).sums.chosen]).toEqual([202, 2])
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { chosen: 2, delivered: 2, waiting: 0, notSent: 0 } })
    // The same request once more, with another selection: it has been sent.
    expect((await start(stage, id, { ...usual, withFailing: true })).status).toBe(202)
    expect(inOrder(stage.destination.effects)).toEqual(once([2, 5]))
    expect((await stage.lines(id)).map(({ outcome }) => outcome)).toEqual(
      upTo(6).map((at) => ([2, 5].includes(at) ? 'success' : 'left-out')),
    )
  })

  it('of some records is sent exactly; one that stands otherwise than it was seen is not', async () => {
    const stage = await stageReplay(await open(), { records: 4, refused: [1, 2, 3] })
    await stage.run()
    stage.mend()
    const transactionIds = (await stage.transactions()).map(({ transactionId }) => transactionId)
    const id = await planned(stage, { transactionIds })
    expect(await stage.look(id)).toMatchObject({ decisions: { send: 0, askFirst: 0, wouldFail: 3, leftOut: 1 } })
    const of = numbersOf(await stage.lines(id))
    const [first, third, fourth] = ['1', '3', '4'].map((key) => of.get(key))
    if (!first || !third || !fourth) throw new Error('a line is missing')
    const dry = await stage.product.ask('POST', `${stage.path}/${id}/dry-run`, {
      include: nothingElse,
      selection: { ...usual, add: [third] },
    })
    expect(dry.body.records.map(({ key }: { key: string }) => key)).toEqual(['3'])
    expect(dry.body.made).toMatchObject([{ number: third.number, decision: 'would-fail', why: { reason: 'unchanged' } }])

    const add = [{ ...fourth, standing: 'unknown' as const }]
    const selection = { withFailing: true, add, leave: [first.number], count: 2 }
    expect((await start(stage, id, selection)).status).toBe(202)
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { chosen: 2, delivered: 2 } })
    // The fourth arrived before, and nobody saw that.
    expect(inOrder(stage.destination.effects)).toEqual(once([2, 3, 4]))
  })
})
